/** Sends a file. `fetch` does not tell how much of a body has left. */
import { Refusal, request } from "../../base/api.page-base.ts";

/** As `GET /v1/files/{id}` shows it. */
export interface FileInfo {
  id: string;
  name: string;
  /** Of source code. */
  language?: string;
  bytes: number;
  /** Of a PDF. */
  pages?: number;
  /** Pages whose text was not read. */
  unreadable?: number[];
  passages: number;
  /** Missing: it is no image. */
  image?: { width: number; height: number };
}

interface Sending {
  /** `share`: of its bytes, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** Throws `Refusal`, or an error where the server cannot be reached. */
export function upload(file: File, { onSent, signal }: Sending): Promise<FileInfo> {
  const call = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<FileInfo>();
  call.open("POST", `/v1/files?${new URLSearchParams({ name: file.name })}`);
  call.setRequestHeader("accept", "application/json");
  call.setRequestHeader("content-type", "application/octet-stream");
  call.setRequestHeader("idempotency-key", crypto.randomUUID());
  call.upload.addEventListener("progress", ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
  call.addEventListener("error", () => reject(new Error("The server cannot be reached.")));
  call.addEventListener("abort", () => reject(new Error("It is removed.")));
  call.addEventListener("load", () => {
    const body = bodyOf(call.responseText);
    if (call.status === 201) resolve(body as unknown as FileInfo);
    else reject(new Refusal(call.status, body));
  });
  signal.addEventListener("abort", () => call.abort(), { once: true });
  call.send(file);
  return promise;
}

export function remove({ id }: FileInfo): Promise<void> {
  return request(`/v1/files/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** Empty where a gateway answered in another way. */
function bodyOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
