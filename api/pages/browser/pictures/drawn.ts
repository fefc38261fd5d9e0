import type { Debate, Rejudgement } from "../base/wire.page-base.ts";
import type { Entry } from "../live/story.live.ts";

/** The input of a picture. */
export interface Drawn {
  debate: Debate;
  entries: Entry[];
  /** Pixels. */
  width: number;
  /** Criterion of the scores. Default: `overall`. */
  criterion?: string;
  /** Handles a choice of criterion. Missing in reports. */
  choose?: (event: Event) => void;
  /** From the transcript. Without them, the debate's rejudgements are shown by their winners only. */
  rejudgements?: Rejudgement[];
}
