/** Connection options for Temporal, embedded or not. */
import { readFile } from "node:fs/promises";
import type { Config } from "../base/config.infra-base.ts";

/** For `Connection.connect` and `NativeConnection.connect`. */
export interface TemporalEndpoint {
  address: string;
  apiKey?: string;
  tls: TlsFiles | false;
}

interface TlsFiles {
  serverNameOverride?: string;
  serverRootCACertificate?: Buffer;
  clientCertPair?: { crt: Buffer; key: Buffer };
}

export async function temporalEndpoint(settings: Config["temporal"], address: string): Promise<TemporalEndpoint> {
  const tls = settings.tls.enabled ? await readTls(settings.tls) : false;
  return { address, tls, ...(settings.apiKey && { apiKey: settings.apiKey }) };
}

async function readTls(tls: Config["temporal"]["tls"]): Promise<TlsFiles> {
  return {
    ...(tls.serverName && { serverNameOverride: tls.serverName }),
    ...(tls.caFile && { serverRootCACertificate: await readFile(tls.caFile) }),
    ...(tls.certFile &&
      tls.keyFile && { clientCertPair: { crt: await readFile(tls.certFile), key: await readFile(tls.keyFile) } }),
  };
}
