/** Signed texts, each valid until a time and for one purpose. */
import { createHmac, timingSafeEqual } from "node:crypto";

interface Sealed {
  of: string[];
  /** Milliseconds since the epoch. */
  until: number;
}

export interface Seal {
  close(sealed: Sealed): string;
  /** null if the text was altered, has another purpose or is expired. */
  open(text: string, now: Date): Sealed | null;
}

export function createSeal(secret: string, purpose: string): Seal {
  const key = createHmac("sha256", secret).update(purpose).digest();
  const macOf = (content: string) => createHmac("sha256", key).update(content).digest();
  return {
    close({ of, until }) {
      const content = Buffer.from(JSON.stringify([until, ...of])).toString("base64url");
      return `${content}.${macOf(content).toString("base64url")}`;
    },
    open(text, now) {
      const [content = "", mac = "", ...rest] = text.split(".");
      const [given, expected] = [Buffer.from(mac, "base64url"), macOf(content)];
      // Compares the encoded text too, since base64 can write the same bytes in several ways.
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isOurs || rest.length > 0 || mac !== expected.toString("base64url")) return null;
      const [until, ...of] = JSON.parse(Buffer.from(content, "base64url").toString()) as [number, ...string[]];
      return until > now.getTime() ? { of, until } : null;
    },
  };
}
