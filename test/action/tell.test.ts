import { expect, test } from "vitest";
import { tell } from "../../src/action/tell.ts";

test.each([
  ["::error::boo", ": :error::boo"],
  ["  ::set-output name=x::1", "  : :set-output name=x::1"],
  ["a\n::stop-commands::x", "a\n: :stop-commands::x"],
  ["name ##[error]x", "name ## [error]x"],
  ["a\r::error::x", "a\\r::error::x"],
  ["\u202e\u001b[31mred", "\\u202e\\x1b[31mred"],
  ["a::b", "a::b"],
])("%j is told as %j: no line of it is a workflow command", (text, told) => {
  expect(tell(text)).toBe(told);
});
