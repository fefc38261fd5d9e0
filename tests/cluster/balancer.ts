/** A load balancer for TCP, as one stands before servers of a cluster: each connection goes to the next one that takes it. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../infra/base/ports.infra-base.ts";

/** `host:port`, before servers on these ports of this machine. */
export async function startBalancer(ports: number[]): Promise<{ address: string; stop(): void }> {
  const open = new Set<Socket>();
  let turn = 0;
  const serve = async (client: Socket) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.once("close", () => open.delete(client));
    const first = turn++;
    for (let tries = 0; tries < ports.length; tries++) {
      const upstream = await connected(ports[(first + tries) % ports.length] ?? 0);
      if (!upstream) continue;
      upstream.on("error", () => client.destroy()).once("close", () => client.destroy());
      client.once("close", () => upstream.destroy());
      client.pipe(upstream).pipe(client);
      return;
    }
    client.destroy();
  };
  const server = createServer((client) => void serve(client));
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${port}`,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function connected(port: number): Promise<Socket | null> {
  const socket = connect({ port, host: "127.0.0.1" });
  return once(socket, "connect").then(
    () => socket,
    () => null,
  );
}
