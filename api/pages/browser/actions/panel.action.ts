/** An action that asks for something first. */
import type { Debate } from "../base/wire.page-base.ts";

/** The debate that is acted on, and the page that shows it. */
export interface Subject {
  debate: Debate;
  /** The debate's address. */
  api: string;
  canWrite: boolean;
  /** The reader has a share link. */
  shared: boolean;
  /** How many are complete. */
  rounds: () => Promise<number>;
  /** Reads the debate again. */
  onChange: () => void;
}

export interface Panel<Loaded = unknown> {
  title: string;
  /** What the panel needs to know first. */
  load?: (subject: Subject) => Promise<Loaded>;
  /** Explanation and fields. `problems`: of what was refused, by the names of fields. */
  view: (subject: Subject, loaded: Loaded, problems: Map<string, string>) => unknown;
  /** Resolves with what it would cost, from what is entered now; shown beside the button. */
  appraise?: (subject: Subject, given: FormData, loaded: Loaded) => Promise<unknown>;
  /** Of the button that does it. */
  label: string;
  /** Resolves with what has happened, in words; null when another page opens. */
  act: (subject: Subject, given: FormData, loaded: Loaded) => Promise<string | null>;
}

/** What a feature adds to the actions. */
export interface Action {
  /** What it does. */
  words: string;
  panel: Panel;
}

/** Panels of all kinds have one type. */
export function definePanel<Loaded>(panel: Panel<Loaded>): Panel {
  return panel as Panel;
}

export function isOver({ debate }: Subject) {
  return debate.completedAt !== null;
}
