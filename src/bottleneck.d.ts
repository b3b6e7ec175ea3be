/** The build without Redis, whose package declares the types of the whole only. */
declare module "bottleneck/light.js" {
  export { default } from "bottleneck";
}
