/** What each voice of a written debate holds for itself: positions, answers and options, private answers, rankings. */
import type { PositionsReading } from "../../../domain/prompts/speaker/positions.speaker-prompt.ts";
import type { Ranking } from "../../../domain/shapes/schemas/council.schema.ts";
import type { Poll } from "../../../domain/shapes/schemas/poll.schema.ts";
import { castOf, holds, isSaid, textsOf } from "./cast.demo.ts";
import { isYes } from "./polarity.ts";
import { pick } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import { voiceAt, type WrittenDebate, type WrittenVoice } from "./written.ts";

type Stance = PositionsReading["positions"][number];

/** A position for each seat: first the voices that nobody holds yet, then arguments of theirs. */
export function placed({ seats, given }: DemoRequest, { voices, judge }: WrittenDebate): PositionsReading {
  const taken = given.map((position) => heldBy(position, voices));
  const free = voices.filter((voice) => !taken.includes(voice));
  const narrower = [0, 1, 2].flatMap((i) =>
    voices.map((voice) => ({ ...voice, position: voice.keyArguments[i] ?? "" })),
  );
  const bank = [...free, ...narrower].filter(({ position }) => !given.includes(position));
  const positions = seats.reduce<Stance[]>((all, fixed) => {
    const voice = fixed === undefined ? bank[all.length % bank.length] : heldBy(fixed, voices);
    const { position, persona, keyArguments } = voice ?? voiceAt(voices, 0);
    const same = all.filter((one) => one.persona.startsWith(persona)).length;
    // No two speakers are one person.
    const person = same === 0 ? persona : `${persona} ${keyArguments[same % keyArguments.length]}`;
    return [...all, { position: fixed ?? position, persona: person, keyArguments }];
  }, []);
  return { reasoning: judge.disagreed.join(" "), positions };
}

function heldBy(position: string, voices: WrittenVoice[]): WrittenVoice | undefined {
  const side = isYes(position) ? "for" : "against";
  return voices.find((voice) => holds(voice, position)) ?? voices.find((voice) => voice.side === side);
}

/** `asked`: how many were asked the same before. Models differ when each is asked alone. */
export function answeredAlone(_: DemoRequest, { voices, judge }: WrittenDebate, asked: number): object {
  const { view, keyArguments } = voiceAt(voices, asked);
  return {
    answer: view,
    reasons: keyArguments.slice(0, 3).map((reason) => ({ reason, restsOn: "reasoning" })),
    wouldChange: judge.wouldChange[asked % judge.wouldChange.length]?.observation ?? "",
  };
}

/** A question's answer: of the voice that gave it before, or of the next. */
export function answered(request: DemoRequest, { voices }: WrittenDebate, asked: number): object | null {
  const { answers, options, optionTexts, isNumber, round } = request;
  if (isNumber) return null;
  const mine = answers.find(({ from }) => from === "you")?.text ?? "";
  const known = voices.find((one) => [...textsOf(one), ...one.keyArguments].some((text) => isSaid(text, mine)));
  const voice = known ?? voiceAt(voices, asked);
  const later = Math.min(Math.max(0, round - 1), 1);
  const { pick: chosen, says, view, keyArguments } = voice;
  // Later texts of a debate answer others by name, and a question has no names.
  const why = chosen?.reasons[later] ?? (later === 0 ? says[0] : keyArguments.join(" ")) ?? view;
  const answer = chosen?.options[later] ?? view;
  if (options.length === 0) return { reasoning: why, answer, confidence: 70 - later * 5 };
  const at = optionTexts.indexOf(answer);
  if (at >= 0)
    return {
      reasoning: why,
      answer: options[at],
      confidence: chosen?.confidence[later] ?? 70,
    };
  // The options are the owner's own: by what they say, the voice's side.
  const fits = optionTexts.findIndex((text) => isYes(text) === (voice.side !== "against"));
  return {
    reasoning: later === 0 ? (says[0] ?? view) : keyArguments.join(" "),
    answer: options[Math.max(0, fits)],
    confidence: 65,
  };
}

/** Aside, each holds what it argues for, and draws a little nearer to the middle with each round. */
export function polled(
  request: DemoRequest,
  { voices }: WrittenDebate,
  asked: number,
): Pick<Poll, "reasons" | "answer" | "stance" | "confidence" | "cause"> {
  const { own, turns } = request;
  const known = voices.find((one) => own.some((text) => textsOf(one).some((written) => isSaid(written, text))));
  const { keyArguments, view, stance } = known ?? voiceAt(voices, asked);
  const rounds = Math.max(0, ...turns.map(({ round }) => round));
  return {
    reasons: keyArguments.slice(0, 2),
    answer: view,
    stance: Math.round(50 + (stance - 50) * Math.max(0.4, 1 - rounds / 10)),
    confidence: 70,
    cause: rounds > 1 ? (turns.at(-1)?.id ?? null) : null,
  };
}

/** By the judge's order of the voices, with a ranker here and there who sees it otherwise. */
export function ranked(
  request: DemoRequest,
  debate: WrittenDebate,
  asked: number,
): Pick<Ranking, "places" | "reasons"> {
  const { winner, second } = debate.judge;
  const cast = castOf(request, debate);
  const order = asked % 3 === 2 ? [second, winner] : [winner, second];
  const nameOf = (key: string) => cast.seats.find(({ name }) => keyOf(name) === key)?.name ?? "";
  const placeOf = (key: string) => {
    const place = order.indexOf(cast.voiceOf(nameOf(key)));
    return place < 0 ? order.length : place;
  };
  const sorted = request.ranked.toSorted((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b));
  return {
    reasons: Object.fromEntries(
      sorted.map((key, i) => {
        const { strengths, weaknesses } = debate.voices[cast.voiceOf(nameOf(key))] as WrittenVoice;
        const bank = i === 0 ? strengths : weaknesses;
        return [key, cast.named(bank[pick(bank.length, key, i)] ?? "")];
      }),
    ),
    places: sorted.map((key) => [key]),
  };
}

/** `Speaker A` → `speaker-a` */
function keyOf(speaker: string): string {
  return speaker.toLowerCase().replaceAll(" ", "-");
}
