/**
 * Blinds a debate for judges (docs/design/debate.md#113-judging): neutral labels for names, neutral ids for turns.
 * Input is blinded before the prompt is built; the reply is revealed before it is stored.
 */

import { wholeWords } from "../../rules/judges/blind-words.ts";
import { type BallotOrder, drawLabels, type Label } from "../../rules/judges/labels.ts";
import { isBehind, type View } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import type { Blinding } from "../../shapes/schemas/ballot.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { withTurnsNamed } from "../../shapes/turn-ids.ts";
import { createDisguise, exposedNames, ownersTexts } from "./disguise.ts";
import { inOrderShown, neutralIds } from "./neutral-turns.ts";

interface Open {
  config: DebateConfig;
  turns: Turn[];
  assessments: Assessment[];
}

export interface BlindCase extends Open {
  /** Keys of these participants, in the order shown. */
  keysOf: (participantIds: string[]) => string[];
  /** Replaces names by labels and turn ids by neutral ids. */
  hide: (text: string) => string;
  /** The view with neutral ids. */
  viewOf: (view: View) => View;
  /** Restores names, participant ids and turn ids in a reply. */
  reveal: <T>(value: T) => T;
  /** Whether a text may end within a label or a neutral id. */
  endsInLabel: (text: string) => boolean;
  /** Stored with the ballot. */
  record: () => Blinding;
}

/** `seed`: the debate's id, so that its labels are always the same. */
export function blindCase({ config, turns, assessments }: Open, by: { seed: string; order: BallotOrder }): BlindCase {
  const texts = ownersTexts(config);
  const labels = drawLabels({ participants: config.participants, texts, ...by });
  const disguise = createDisguise(config, labels);
  const rank = (id: string) => labels.findIndex((label) => label.participantId === id);
  const shown = inOrderShown(turns, { mode: config.mode, rank });
  const ids = neutralIds(shown, texts);
  const hide = (text: string) => withTurnsNamed(disguise.hide(text), ({ id }, written) => ids.get(id) ?? written);
  const keyOf = (id: string) => labels[rank(id)]?.key ?? id;
  return {
    config: blindConfig(config, { labels, hide, keyOf }),
    turns: shown.map((turn, i) => ({
      ...blindTurn(turn, { labels, hide, keyOf, idOf: (id) => ids.get(id) ?? id }),
      // Prompts sort by index.
      index: i + 1,
    })),
    assessments: assessments.map((a) => blindAssessment(a, { hide, keyOf, rank })),
    keysOf: (wanted) => labels.filter((l) => wanted.includes(l.participantId)).map((l) => l.key),
    hide,
    viewOf: (view) => blindView(view, { turns, hide, idOf: (id) => ids.get(id) ?? id }),
    reveal: createReveal(labels, { ids, order: config.participants.map((p) => p.id) }),
    endsInLabel: endsWithin([...labels.flatMap(({ title, key }) => [title, key]), ...ids.values()]),
    record: () => ({
      labels: Object.fromEntries(labels.map(({ title, participantId }) => [title, participantId])),
      replaced: disguise.replaced(),
      kept: exposedNames(config),
    }),
  };
}

/** For a reader who is not blind: everything stays as it is. */
export function openCase(open: Open): BlindCase {
  const same = <T>(value: T) => value;
  const record = () => ({ labels: {}, replaced: [], kept: [] });
  return { ...open, keysOf: same, hide: same, viewOf: same, reveal: same, endsInLabel: () => false, record };
}

interface Hiding {
  labels: Label[];
  hide: (text: string) => string;
  keyOf: (participantId: string) => string;
}

function blindConfig(config: DebateConfig, { labels, hide, keyOf }: Hiding): DebateConfig {
  const { clarified } = config;
  return {
    ...config,
    participants: labels.flatMap(({ participantId, key, title }) => {
      const p = config.participants.find(({ id }) => id === participantId);
      if (!p) return [];
      return [{ ...p, id: key, name: title, position: p.positionSource === "given" ? p.position : hide(p.position) }];
    }),
    ...(clarified && {
      clarified: clarified.map((q) => ({
        ...q,
        text: hide(q.text),
        askedBy: q.askedBy.map(keyOf),
        answer: q.answer === null ? null : hide(q.answer),
      })),
    }),
  };
}

function blindTurn(turn: Turn, { labels, hide, keyOf, idOf }: Hiding & { idOf: (id: string) => string }): Turn {
  const { targetId, to, citations } = turn;
  return {
    ...turn,
    id: idOf(turn.id),
    participantId: keyOf(turn.participantId),
    participant: labels.find((l) => l.participantId === turn.participantId)?.title ?? turn.participant,
    text: hide(turn.text),
    model: "",
    ...(targetId !== undefined && { targetId: idOf(targetId) }),
    ...(to !== undefined && { to: keyOf(to) }),
    ...(citations && {
      citations: citations.map(({ ref, quoted, found }) => ({
        ref: ref === null ? null : idOf(ref),
        quoted: quoted === null ? null : hide(quoted),
        found,
      })),
    }),
  };
}

function blindAssessment(
  assessment: Assessment,
  { hide, keyOf, rank }: Omit<Hiding, "labels"> & { rank: (id: string) => number },
): Assessment {
  const { measured: _ofTheCode, flips: _ofTheRound, agreementAreas, ...rest } = assessment;
  return {
    ...rest,
    judge: "",
    reasoning: hide(assessment.reasoning),
    ...(agreementAreas && { agreementAreas: agreementAreas.map(hide) }),
    recommendations: assessment.recommendations.map(hide),
    assessments: assessment.assessments
      .toSorted((a, b) => rank(a.participant) - rank(b.participant))
      .map((a) => ({
        ...a,
        participant: keyOf(a.participant),
        strengths: a.strengths.map(hide),
        weaknesses: a.weaknesses.map(hide),
      })),
  };
}

/** Blinded turns have new indexes, so a summary lists the ids that it replaces. */
function blindView(
  { summary, hidden }: View,
  { turns, hide, idOf }: { turns: Turn[]; hide: (text: string) => string; idOf: (id: string) => string },
): View {
  const behind = summary && turns.filter((turn) => isBehind(turn, summary.until)).map(({ id }) => idOf(id));
  return {
    ...(summary && { summary: { ...summary, text: hide(summary.text), behind: new Set(behind) } }),
    ...(hidden && { hidden: new Set([...hidden].map(idOf)) }),
  };
}

/** True for a text whose end, from the start of a word on, begins one of the words, or is one. */
function endsWithin(words: string[]): (text: string) => boolean {
  const longest = Math.max(0, ...words.map((word) => word.length));
  return (text) => {
    const from = Math.max(0, text.length - longest);
    for (let at = from; at < text.length; at++)
      if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && words.some((word) => word.startsWith(text.slice(at))))
        return true;
    return false;
  };
}

/** Keys become participant ids, in the debate's order; labels in texts become names. */
function createReveal(
  labels: Label[],
  { ids, order }: { ids: Map<string, string>; order: string[] },
): BlindCase["reveal"] {
  const words = new Map<string, string>();
  for (const { title, key, name } of labels) words.set(title, name).set(key, name);
  for (const [real, neutral] of ids) words.set(neutral, real);
  const pattern = wholeWords([...words.keys()]);
  const idOf = (key: string) => labels.find((label) => label.key === key)?.participantId;
  const place = (key: string) => order.indexOf(idOf(key) ?? "");
  const reveal = (value: unknown): unknown => {
    if (typeof value === "string") return idOf(value) ?? value.replaceAll(pattern, (word) => words.get(word) ?? word);
    if (Array.isArray(value)) return value.map(reveal);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const sorted = entries.every(([key]) => idOf(key)) ? entries.toSorted(([a], [b]) => place(a) - place(b)) : entries;
    return Object.fromEntries(sorted.map(([key, inside]) => [idOf(key) ?? key, reveal(inside)]));
  };
  return <T>(value: T) => reveal(value) as T;
}
