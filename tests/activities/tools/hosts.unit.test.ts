import { expect, test } from "vitest";
import { hostsIn } from "../../../features/tools/activities/hosts.ts";

test.each([
  ["http://10.0.0.1/x", "10.0.0.1"],
  ["http:10.0.0.1", "10.0.0.1"],
  ["HTTP:/\\10.0.0.1/x", "10.0.0.1"],
  ["Read (http://10.0.0.1), please", "10.0.0.1"],
  ["one,http://10.0.0.1,two", "10.0.0.1"],
  ["http://example.org,x@10.0.0.1/", "10.0.0.1"],
  ["http://0x7f.1/", "127.0.0.1"],
  ["wss://[::1]:9/", "[::1]"],
  ["10.0.0.1", "10.0.0.1"],
  [" 10.0.0.1:8080/admin ", "10.0.0.1"],
  ["//metadata.internal/x", "metadata.internal"],
  ["::ffff:10.0.0.1", "[::ffff:a00:1]"],
  ["[::1]:80", "[::1]"],
  ["localhost", "localhost"],
  ["api.localhost/x", "api.localhost"],
  ["redis:6379", "redis"],
])("%j names a host", (text, host) => {
  expect([...hostsIn({ deep: [{ url: text }] })]).toContain(host);
  expect([...hostsIn({ [text]: 1 })]).toContain(host);
});

test.each(["10.5", "1.2.3", "3:16", "redis", "std::io", "John 3:16", "the localhost of a town", "note: none"])(
  "%j names none",
  (text) => {
    expect([...hostsIn({ text, more: 2130706433 })]).toEqual([]);
  },
);

test("Input that is nested a hundred thousand deep is read.", () => {
  let input: unknown = "http://10.0.0.1/";
  for (let n = 0; n < 100_000; n++) input = [input];
  expect([...hostsIn(input)]).toEqual(["10.0.0.1"]);
});
