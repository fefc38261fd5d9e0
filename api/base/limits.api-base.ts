/** Limits for one caller, unless the environment sets others. */
export interface Limits {
  /** Requests a minute of one OIDC subject. A key has its own limit. */
  subjectRequests: number;
  /** Requests a minute of all readers of one share link. */
  shareRequests: number;
  /** Open event streams of one key or subject in one process. */
  streams: number;
  /** Open event streams of all readers of one share link in one process. */
  shareStreams: number;
  /** Waiting requests of one key or subject in one process. */
  waits: number;
}

export const LIMITS: Limits = { subjectRequests: 600, shareRequests: 120, streams: 200, shareStreams: 50, waits: 500 };

/** A key, subject or share whose requests and streams are counted together. */
export interface Holder {
  kind: "key" | "subject" | "share";
  /** Unique over all kinds. */
  id: string;
  /** Requests a minute; null: unlimited. */
  rateLimit: number | null;
}

/** The holder's name in messages. */
export const HOLDERS: Record<Holder["kind"], string> = {
  key: "this key",
  subject: "the subject of this token",
  share: "this share link",
};
