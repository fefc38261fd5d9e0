/** Bodies that are no JSON document of the API's, and connections that are no proper requests. */
import { gzipSync } from "node:zlib";

interface RawBody {
  name: string;
  body: Buffer | string;
  headers?: Record<string, string>;
}

const MIB = 1024 * 1024;

export const RAW_BODIES: RawBody[] = [
  { name: "no body", body: "" },
  { name: "a body that is cut short", body: '{"topic":"Should' },
  { name: "two documents", body: "{}{}" },
  { name: "a byte order mark", body: "\ufeff{}" },
  { name: "no UTF-8", body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: "UTF-16", body: Buffer.from("{}", "utf16le") },
  { name: "a field that stands twice", body: '{"topic":"a","topic":"b"}' },
  { name: "a prototype", body: '{"__proto__":{"isAdmin":true}}' },
  { name: "comments", body: '{/* hello */"topic":1}' },
  { name: "NaN", body: '{"topic":NaN}' },
  { name: "a number of 100,000 digits", body: `{"maxRounds":${"9".repeat(100_000)}}` },
  { name: "1 MiB of blanks", body: " ".repeat(MIB) },
  { name: "1 MiB and a byte", body: `"${"a".repeat(MIB - 1)}"` },
  { name: "1 MiB of brackets", body: "[".repeat(MIB) },
  { name: "1 MiB of escapes", body: `"${"\\u0061".repeat(MIB / 6 - 1)}"` },
  { name: "1 MiB of names", body: `{${Array.from({ length: 60_000 }, (_, n) => `"${n}":0`).join(",")}}` },
  { name: "a compressed bomb", body: gzipSync(Buffer.alloc(20 * MIB)), headers: { "content-encoding": "gzip" } },
  { name: "another type", body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
  { name: "a type without end", body: "{}", headers: { "content-type": `application/json;${" ".repeat(4_000)}x` } },
  { name: "another character set", body: "{}", headers: { "content-type": "application/json; charset=utf-7" } },
];

/** Written to the socket as they are. */
export const RAW_REQUESTS: { name: string; text: string }[] = [
  { name: "no HTTP at all", text: "\u0016\u0003\u0001\u0002\u0000\r\n\r\n" },
  { name: "no host", text: "GET /v1/debates HTTP/1.1\r\n\r\n" },
  {
    name: "two lengths",
    text: "POST /v1/debates HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  },
  {
    name: "length and chunks",
    text: "POST /v1/debates HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  },
  {
    name: "a chunk without size",
    text: "POST /v1/debates HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
  },
  { name: "a header of 100 KB", text: `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(100_000)}\r\n\r\n` },
  { name: "2,500 headers", text: `GET / HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(2_500)}\r\n` },
  { name: "an address of 64 KB", text: `GET /${"a".repeat(64_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n` },
  { name: "a header that is folded", text: "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n" },
  { name: "a method of its own", text: "BREW /v1/debates HTTP/1.1\r\nHost: localhost\r\n\r\n" },
  { name: "a connection to elsewhere", text: "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n" },
  {
    name: "an address of another server",
    text: "GET http://evil.example/v1/debates HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  },
  { name: "an address that is none", text: "GET //[::bad HTTP/1.1\r\nHost: localhost\r\n\r\n" },
  {
    name: "a body that never comes",
    text: "POST /v1/debates HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
  },
];
