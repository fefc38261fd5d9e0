/** Limits open event streams, so that one caller cannot use every connection. Each process counts its own. */
import { ParleyError } from "../../domain/errors.ts";
import { HOLDERS, type Holder, type Limits } from "./limits.ts";

/** Seconds: an arbitrary value, since the end of a stream is unknown. */
const RETRY_AFTER = 5;

export interface StreamPlaces {
  /**
   * Takes a place and returns a function that frees it (and may be called repeatedly). Throws `rate-limited` if the holder
   * has no place left. Without a holder nothing is counted.
   */
  take(holder: Holder | undefined): () => void;
}

export function createStreamPlaces({ streams, shareStreams }: Limits): StreamPlaces {
  const open = new Map<string, number>();
  return {
    take(holder) {
      if (!holder) return () => {};
      const { id, kind } = holder;
      const most = kind === "share" ? shareStreams : streams;
      const taken = open.get(id) ?? 0;
      if (taken >= most) throw tooMany(kind, most);
      open.set(id, taken + 1);
      return once(() => (open.get(id) === 1 ? open.delete(id) : open.set(id, (open.get(id) ?? 1) - 1)));
    },
  };
}

function tooMany(kind: Holder["kind"], most: number): ParleyError {
  const message = `${HOLDERS[kind]} may have ${most} event streams open at a time; close one, or try again later`;
  return new ParleyError("rate-limited", message, { retryAfter: RETRY_AFTER });
}

function once(act: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
