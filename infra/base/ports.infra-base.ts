/** Free ports on this machine. Ours, since `get-port` answers with any port where all wanted ones are busy. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

export const LOOPBACK = "127.0.0.1";
const HIGHEST = 65_535;
const TRIES = 100;

/** A free port, chosen by the system. */
export async function freePort(host = LOOPBACK): Promise<number> {
  const port = await tryPort(0, host);
  if (port === null) throw new Error(`no free port on ${host}`);
  return port;
}

export async function isFree(port: number, host = LOOPBACK): Promise<boolean> {
  return (await tryPort(port, host)) !== null;
}

/** `wanted`, or the next free port; 0: the system chooses. Throws if 100 in a row are busy. */
export async function portFrom(wanted: number, host = LOOPBACK): Promise<number> {
  if (wanted === 0) return freePort(host);
  const last = Math.min(HIGHEST, wanted + TRIES - 1);
  for (let port = wanted; port <= last; port++) {
    if ((await tryPort(port, host)) !== null) return port;
  }
  throw new Error(`all ports from ${wanted} to ${last} on ${host} are busy`);
}

/** A random one of 16 million loopback addresses, which no page can guess; 127.0.0.1 if the system has only one. */
export async function hiddenLoopback(): Promise<string> {
  const host = `127.${randomInt(256)}.${randomInt(256)}.${randomInt(2, 255)}`;
  return freePort(host).then(
    () => host,
    () => LOOPBACK,
  );
}

/** The bound port; null if it is busy or forbidden. */
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

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
