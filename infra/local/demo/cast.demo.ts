/** Who holds which voice of a written debate, and its texts with their names. */
import { wordKey } from "../../../domain/base/text/normalise-text.ts";
import { NAMES } from "../../../domain/rules/seats/usual-participants.ts";
import { pick } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import type { WrittenDebate, WrittenVoice } from "./written.ts";

const NAME = /\{(\d)\}/g;
const SENTENCE = /(?<=[.!?]"? )|(?<=\n)/;
const NOBODY: Record<string, string> = { en: "the other side", de: "die andere Seite" };
const PLAIN_SIDES = [/^Argues for the proposition/, /^Argues against the proposition/];

export interface Cast {
  debate: WrittenDebate;
  /** Names in their order, with the number of the voice of each. */
  seats: { name: string; id: string; voice: number }[];
  voiceOf: (name: string) => number;
  /** The text with the names of those who hold the voices, without sentences about voices that nobody holds. */
  named: (text: string) => string;
  /** Whether everybody whom the text names takes part. */
  fits: (text: string) => boolean;
  /** Whether this is the written text, whatever names it has. */
  isSaid: (written: string, text: string) => boolean;
}

export function castOf(request: DemoRequest, debate: WrittenDebate): Cast {
  const people = peopleIn(request);
  const seats = people.map(({ name, id }, seat) => ({ name, id, voice: voiceFor({ name, seat }, request, debate) }));
  const voiceOf = (name: string) => seats.find((seat) => seat.name === name)?.voice ?? 0;
  const nameOf = (voice: number) => seats.find((seat) => seat.voice === voice)?.name;
  const nobody = NOBODY[debate.language] ?? "";
  const fits = (text: string) => [...text.matchAll(NAME)].every(([, voice]) => nameOf(Number(voice)) !== undefined);
  const named = (text: string) => {
    const kept = text.split(SENTENCE).filter(fits).join("").trim();
    const filled = (kept || text).replaceAll(NAME, (_, voice: string) => nameOf(Number(voice)) ?? nobody);
    return kept ? filled : capitalised(filled);
  };
  return { debate, seats, voiceOf, named, fits, isSaid };
}

/** In the prompts of agents and councils, names stand in a list. */
function peopleIn({ participants, agents, turns, speaker }: DemoRequest): { name: string; id: string }[] {
  const listed = participants.length > 0 ? participants : agents.map((name) => ({ name, id: "" }));
  const others = turns.map((turn) => turn.speaker).filter((name) => !listed.some((one) => one.name === name));
  const me = speaker && !listed.some(({ name }) => name === speaker) ? [speaker] : [];
  // Labels of judges are in an order that says nothing.
  return [...listed, ...[...new Set([...others, ...me])].toSorted().map((name) => ({ name, id: "" }))];
}

/** By what it said, what it was given to hold, its side, and else its seat. */
function voiceFor({ name, seat }: { name: string; seat: number }, request: DemoRequest, debate: WrittenDebate): number {
  const { voices } = debate;
  const own = name === request.speaker ? request.own : [];
  const said = [...own, ...request.turns.filter((turn) => turn.speaker === name).map(({ text }) => text)];
  const heard = voices.findIndex((voice) => said.some((text) => textsOf(voice).some((one) => isSaid(one, text))));
  if (heard >= 0) return heard;
  const { position = "", side = "" } = request.participants.find((p) => p.name === name) ?? {};
  const held = voices.findIndex((voice) => holds(voice, position));
  if (held >= 0) return held;
  const plain = PLAIN_SIDES.findIndex((pattern) => pattern.test(position));
  const wanted = side || ["for", "against"][plain];
  const sided = voices.findIndex((voice) => voice.side === wanted);
  return sided >= 0 ? sided : (isAlone(request) ? seatOf(name) : seat) % voices.length;
}

/** The prompts of a council name nobody else. */
function isAlone({ participants, agents, turns, speaker }: DemoRequest): boolean {
  return speaker !== "" && participants.length + agents.length + turns.length === 0;
}

function seatOf(name: string): number {
  const seat = NAMES.indexOf(name);
  return seat >= 0 ? seat : pick(NAMES.length, name);
}

export function holds({ position, keyArguments }: WrittenVoice, given: string): boolean {
  return [position, ...keyArguments].some((text) => wordKey(text) === wordKey(given));
}

export function textsOf({ says, closing, agent, pick: chosen }: WrittenVoice): string[] {
  const { critiques = {}, refinements = [] } = agent ?? {};
  return [...says, closing, ...Object.values(critiques).flat(), ...refinements, ...(chosen?.reasons ?? [])];
}

/** Its longest sentence without a name must be there. */
export function isSaid(written: string, text: string): boolean {
  const plain = written.split(SENTENCE).filter((sentence) => sentence.search(NAME) < 0);
  const [longest = ""] = plain.toSorted((one, other) => other.length - one.length);
  return longest !== "" && text.includes(longest.trim());
}

function capitalised(text: string): string {
  return text.replaceAll(/(^|[.?!:]\s+|\n)(the other side|die andere Seite)/g, (_, before: string, name: string) => {
    return `${before}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });
}
