/** What `record.ts` keeps beside a data folder. */
export interface Recording {
  /** The API is read as of this time. */
  recordedAt: string;
  /** An API key of the folder. */
  key: string;
  /** Ids by what the debate is about. */
  debates: Record<string, string>;
  /** What the API answered to `GET` of these paths, without its own address. */
  answers: Record<string, Answer>;
}

export interface Answer {
  status: number;
  body: unknown;
}
