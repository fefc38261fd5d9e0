import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../../infra/base/config.infra-base.ts";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { listen, requireGuarded } from "../../infra/serve/listen.ts";
import { eventually } from "../support/eventually.ts";

const HOST = "127.0.0.1";

function start(options: { port?: number; handler?: (request: Request, closing: AbortSignal) => Response } = {}) {
  const closing = new AbortController();
  const handler = options.handler ?? (() => new Response("hello"));
  const build = () => (request: Request) => handler(request, closing.signal);
  return listen({ host: HOST, port: options.port ?? 0, closing, build });
}

test.each(["127.0.0.1", "localhost", "::1", "127.8.8.8"])("%s is loopback, where no key is needed", (host) => {
  expect(() => requireGuarded(host, false)).not.toThrow();
});

test.each(["0.0.0.0", "::", "192.168.1.5", "parley.example", "127.0.0.1.example"])(
  "%s is refused without a key, with the reason, and not with one",
  async (host) => {
    expect(() => requireGuarded(host, false)).toThrow(ConfigError);
    expect(() => requireGuarded(host, true)).not.toThrow();
    const listening = listen({ host, port: 0, closing: new AbortController(), build: () => () => new Response() });
    await expect(listening).rejects.toThrow(/no API keys yet/);
  },
);

test("with a key it listens on all addresses, and names the one by which this machine reaches it", async () => {
  const closing = new AbortController();
  const build = () => () => new Response("hello");
  const server = await listen({ host: "0.0.0.0", port: 0, guarded: true, closing, build });
  onTestFinished(() => server.stop());
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect(await (await fetch(server.url)).text()).toBe("hello");
});

test("the handler is built with the address and answers there", async () => {
  const closing = new AbortController();
  const server = await listen({ host: HOST, port: 0, closing, build: (url) => () => new Response(url) });
  onTestFinished(() => server.stop());
  expect(await (await fetch(server.url)).text()).toBe(server.url);
});

test("a busy port means the next free one", async () => {
  const port = await freePort();
  const other = createServer().listen(port, HOST);
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const server = await start({ port });
  onTestFinished(() => server.stop());
  expect(server.port).toBeGreaterThan(port);
});

test("a reader that takes nothing of its answer is cut off; one whose answer takes its time is not", async () => {
  const answers = new Map<string, ServerResponse>();
  const late = Promise.withResolvers<string>();
  const build = () => async (request: Request, env: object) => {
    const { pathname } = new URL(request.url);
    answers.set(pathname, (env as { outgoing: ServerResponse }).outgoing);
    return new Response(pathname === "/large" ? "a".repeat(20_000_000) : await late.promise);
  };
  const server = await listen({ host: HOST, port: 0, closing: new AbortController(), readerMs: 100, build });
  onTestFinished(() => server.stop());
  const patient = fetch(`${server.url}/late`);
  const lazy = connect(server.port, HOST);
  lazy.on("error", () => {});
  lazy.pause().write(`GET /large HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await eventually(() => answers.get("/large")?.closed).toBe(true);
  lazy.destroy();
  late.resolve("it is late");
  expect(await (await patient).text()).toBe("it is late");
});

test("stopping tells streams to end, and they end in peace", async () => {
  const handler = (_: Request, closing: AbortSignal) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("first"));
        closing.addEventListener("abort", () => {
          controller.enqueue(new TextEncoder().encode(" last"));
          controller.close();
        });
      },
    });
    return new Response(body);
  };
  const server = await start({ handler });
  const answer = await fetch(server.url);
  await server.stop();
  expect(await answer.text()).toBe("first last");
});

test("a stopped server answers nobody", async () => {
  const server = await start();
  await fetch(server.url);
  await server.stop();
  await expect(fetch(server.url)).rejects.toThrow();
});
