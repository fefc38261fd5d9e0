/** Ports on this machine: is one free, and which is the next free one. */
import { createServer } from "node:net";

export const LOOPBACK = "127.0.0.1";
const HIGHEST = 65_535;
const TRIES = 100;

/** A port that nobody listens on now, chosen by the system. */
export async function freePort(host = LOOPBACK): Promise<number> {
  const port = await tryPort(0, host);
  if (port === null) throw new Error(`no free port on ${host}`);
  return port;
}

/** `wanted`, or the next free port above it; 0 lets the system choose. Throws when 100 in a row are busy. */
export async function portFrom(wanted: number, host = LOOPBACK): Promise<number> {
  if (wanted === 0) return freePort(host);
  const last = Math.min(HIGHEST, wanted + TRIES - 1);
  for (let port = wanted; port <= last; port++) {
    if ((await tryPort(port, host)) !== null) return port;
  }
  throw new Error(`all ports from ${wanted} to ${last} on ${host} are busy`);
}

/** The port that was got, or null when it is busy or forbidden. */
function tryPort(port: number, host: string): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const server = createServer();
  server.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
    else reject(error);
  });
  server.listen({ port, host, exclusive: true }, () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address ? address.port : port));
  });
  return promise;
}
