import type { Answer, Call } from "./call.ts";

/**
 * One page of a list, with GitHub's Link header: `per_page` items (30 unless asked for, 100 at most) of page `page`.
 * `wrap` makes the body of operations that answer an object with the list in it.
 */
export function page<T>(
  call: Call,
  items: readonly T[],
  wrap: (page: readonly T[], total: number) => unknown = (list) => list,
): Answer {
  const size = Math.min(call.parameters.numberOrNull("per_page") ?? 30, 100);
  const number = call.parameters.numberOrNull("page") ?? 1;
  const last = Math.max(Math.ceil(items.length / size), 1);
  const link = (rel: string, target: number): string => {
    const url = new URL(call.url);
    url.searchParams.set("page", String(target));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link("prev", Math.min(number - 1, last))] : []),
    ...(number < last ? [link("next", number + 1), link("last", last)] : []),
    ...(number > 1 ? [link("first", 1)] : []),
  ];
  return {
    status: 200,
    body: wrap(items.slice((number - 1) * size, number * size), items.length),
    headers: links.length === 0 ? {} : { link: links.join(", ") },
  };
}
