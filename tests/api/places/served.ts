/** An API on a port of its own, for tests that need real connections. */
import { listen } from "../../../infra/serve/listen.ts";
import type { World } from "../world.ts";

interface Served extends AsyncDisposable {
  url: string;
  /** A JSON request; without a body it is a GET. */
  call(token: string, path: string, body?: unknown, method?: string): Promise<Response>;
}

export async function serveApp(world: World, changes: Parameters<World["appWith"]>[0] = {}): Promise<Served> {
  const closing = new AbortController();
  const app = world.appWith({ ...changes, closing: closing.signal });
  const build = () => (request: Request, env: object) => app.fetch(request, env);
  const listening = await listen({ host: "127.0.0.1", port: 0, closing, build });
  const { url } = listening;
  return {
    url,
    call: (token, path, body, method = body === undefined ? "GET" : "POST") =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: () => listening.stop(),
  };
}
