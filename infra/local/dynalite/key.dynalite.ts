/**
 * The embedded engine's key. Callers send it as AWS access key id, so every AWS client works; the engine checks the id
 * and not the signature.
 */
import type { EngineKey } from "../base/guard.ts";

/** File in the data folder. */
export const KEY_FILE = "dynamodb.key";
/** A variable, because other users can read command lines. */
export const KEY_VARIABLE = "PARLEY_DYNAMODB_KEY";

/** Where the engine takes the request for a backup; all others are at `/`. */
export const BACKUP_PATH = "/backup";

export function engineKey(key: string): EngineKey {
  return {
    key,
    keyIn: ({ authorization }) => /^AWS4-HMAC-SHA256 Credential=([^/\s,]+)/.exec(authorization ?? "")?.[1],
  };
}

export function credentialsOf(key: string): { accessKeyId: string; secretAccessKey: string } {
  return { accessKeyId: key, secretAccessKey: key };
}

/** For requests without an AWS client. */
export function signedHeaders(key: string): Record<string, string> {
  return {
    "X-Amz-Date": "20260101T000000Z",
    Authorization: `AWS4-HMAC-SHA256 Credential=${key}, SignedHeaders=host, Signature=unchecked`,
  };
}
