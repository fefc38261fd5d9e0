/** What a written debate comes to: conclusion, solution, and a council's answer. */
import type { AskedConclusion } from "../../../domain/prompts/conclusion/schema.prompt.ts";
import type { Council } from "../../../domain/shapes/schemas/council.schema.ts";
import type { Evaluation } from "../../../domain/shapes/schemas/evaluation.schema.ts";
import type { Solution } from "../../../domain/shapes/schemas/result.schema.ts";
import { type Cast, castOf } from "./cast.demo.ts";
import type { DemoParticipant, DemoRequest } from "./request.demo.ts";
import { holderOf, pointOf } from "./ruled.ts";
import type { WrittenDebate } from "./written.ts";

/** Ids of a conclusion, with the names that the prompt shows. */
function peopleOf({ shape, participants, turns }: DemoRequest, cast: Cast): DemoParticipant[] {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  return (shape?.ids ?? []).map((id, i) => {
    const labelled = speakers.find((speaker) => speaker.toLowerCase().replaceAll(" ", "-") === id);
    const known = participants.find((p) => p.id === id);
    return known ?? { id, name: labelled ?? cast.seats[i]?.name ?? "", side: "", position: "" };
  });
}

export function concluded(request: DemoRequest, debate: WrittenDebate): AskedConclusion {
  const { shape, contested, turns } = request;
  const { judge, voices } = debate;
  const cast = castOf(request, debate);
  const people = peopleOf(request, cast);
  const saidBy = (voice: number, place: number) => {
    const exact = turns.filter(({ text }) => cast.isSaid(voices[voice]?.says[place] ?? "", text));
    // Of agents, the newest text has taken over the earlier ones.
    const newest = turns.filter(({ speaker }) => cast.voiceOf(speaker) === voice).slice(-1);
    return (exact.length > 0 ? exact : newest).map(({ id }) => id);
  };
  const { text, stance, minority, found } = endingFor(request, people, cast);
  const held = people.filter(({ name }) => cast.voiceOf(name) === minority.voice);
  const written = judge.cruxes.map(({ points, prevailed, ...crux }) => ({
    ...crux,
    points: people.flatMap((p) => pointOf(p, points, request, cast)),
    prevailed: holderOf(prevailed, people, cast)?.id ?? null,
  }));
  // Where nobody won, nobody prevails on all of them.
  const cruxes = contested ? written.map((crux, i) => (i === 0 ? { ...crux, prevailed: null } : crux)) : written;
  const prevails = ({ id }: DemoParticipant) => cruxes.some(({ prevailed }) => prevailed === id);
  const holder = contested ? undefined : people.find((p) => cast.voiceOf(p.name) === found && prevails(p));
  const isHeld = !contested && people.some((p) => p.side === stance && prevails(p));
  return {
    answer: {
      text: cast.named(text),
      holder: holder?.id ?? null,
      whyOther: holder ? null : WHY_OTHER[debate.language === "de" ? "de" : "en"],
      ...(shape?.isMotion && { stance: isHeld ? stance : ("mixed" as const) }),
    },
    cruxes,
    wouldChange: judge.wouldChange,
    evidence: judge.evidence.map(({ claim, voice, said }) => ({
      claim,
      turnIds: saidBy(voice, said),
      ...(shape?.hasExhibits && { refs: [], quotes: [], status: "unverified" as const }),
    })),
    minority: held.length > 0 ? { case: minority.case, holders: held.map(({ id }) => id) } : null,
    nextSteps: judge.nextSteps,
  };
}

const WHY_OTHER = {
  en: "It joins what several of them showed.",
  de: "Sie verbindet, was mehrere von ihnen gezeigt haben.",
};

/** As it is written, or for another voice where the ballots found for that one. */
function endingFor({ won }: DemoRequest, people: DemoParticipant[], { debate, voiceOf }: Cast) {
  const { judge, voices } = debate;
  const named = people.find(({ id }) => id === won);
  const found = named ? voiceOf(named.name) : voices.findIndex(({ side }) => side !== null && side === won);
  const other = found === judge.winner ? undefined : voices[found];
  const winner = voices[judge.winner];
  if (!other || !winner) return { text: judge.answer, stance: judge.stance, minority: judge.minority, found };
  return {
    text: [other.view, ...judge.agreed.slice(0, 2)].join(" "),
    stance: other.side ?? ("mixed" as const),
    minority: { case: `${winner.view} ${winner.keyArguments[0] ?? ""}`, voice: judge.winner },
    found,
  };
}

type Evaluated = Pick<Evaluation, "reasoning" | "confidence" | "bestRefinement">;

/** Confidence grows with each round: 60, 75, 90. */
export function evaluated(request: DemoRequest, debate: WrittenDebate): Evaluated {
  const { round, candidates, turns } = request;
  const { judge, voices } = debate;
  const cast = castOf(request, debate);
  const best = turns.findLast(
    ({ id, speaker }) => candidates.includes(id) && voices[cast.voiceOf(speaker)] === voices[judge.winner],
  );
  return {
    reasoning: cast.named(judge.rounds[Math.min(round, judge.rounds.length) - 1] ?? ""),
    confidence: Math.min(95, 45 + 15 * round),
    bestRefinement: best?.id ?? candidates[0] ?? null,
  };
}

export function solved(request: DemoRequest, debate: WrittenDebate): Omit<Solution, "synthesizedBy"> {
  const { judge } = debate;
  const { named } = castOf(request, debate);
  return {
    description: named(judge.answer),
    implementation: judge.implementation,
    tradeoffs: judge.tradeoffs,
    recommendations: judge.nextSteps.map(({ action }) => action),
    confidence: 78,
  };
}

type Chaired = Pick<Council, "answer" | "consensus" | "contradictions" | "onlyOne" | "blindSpots">;

export function chaired(request: DemoRequest, debate: WrittenDebate): Chaired {
  const { judge, voices } = debate;
  const cast = castOf(request, debate);
  const people = peopleOf(request, cast);
  const speakers = [...new Set(request.turns.map(({ speaker }) => speaker))];
  const listed =
    people.length > 0
      ? people.map(({ id, name }) => ({ id, name }))
      : speakers.map((name) => ({ id: name.toLowerCase().replaceAll(" ", "-"), name }));
  const holders = voices.flatMap((voice, i) => {
    const holder = listed.find(({ name }) => cast.voiceOf(name) === i);
    return holder ? [{ participantId: holder.id, point: voice.keyArguments[0] ?? voice.view }] : [];
  });
  return {
    answer: cast.named(judge.answer),
    consensus: judge.agreed,
    contradictions: judge.disagreed,
    onlyOne: holders,
    blindSpots: judge.blindSpots,
  };
}
