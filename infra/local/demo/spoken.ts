/** Turns of a written debate, by phase. Where a format asks for more than is written, its speakers say so. */
import type { Critique } from "../../../domain/shapes/schemas/turn.schema.ts";
import { type Cast, castOf } from "./cast.demo.ts";
import type { DemoRequest } from "./request.demo.ts";
import type { WrittenDebate, WrittenVoice } from "./written.ts";

type Spoken = { request: DemoRequest; cast: Cast; voice: WrittenVoice };

export function spokenTurn(request: DemoRequest, debate: WrittenDebate): string | Critique {
  const cast = castOf(request, debate);
  const voice = debate.voices[cast.voiceOf(request.speaker)] as WrittenVoice;
  const spoken: Spoken = { request, cast, voice };
  const said = (BY_PHASE[request.phase] ?? contribution)(spoken);
  return typeof said === "string" ? cast.named(said) : { ...said, critique: cast.named(said.critique) };
}

const BY_PHASE: Record<string, (spoken: Spoken) => string | Critique> = {
  "cross-question": ({ voice }) => numbered(voice.asks),
  "cross-answer": ({ voice }) => numbered(voice.answers),
  closing: (spoken) => unsaid(spoken, [spoken.voice.closing]),
  proposal,
  critique: (spoken) => (spoken.request.target === "" ? skepticism(spoken) : critique(spoken)),
  refinement,
  synthesis: ({ cast }) => synthesis(cast),
};

/** Speakers of one voice share its texts in turn. */
function contribution(spoken: Spoken): string {
  const { place, of } = placeOf(spoken);
  const fitting = spoken.voice.says.filter((text) => spoken.cast.fits(text));
  return unsaid(
    spoken,
    fitting.filter((_, i) => i % of === place),
  );
}

/** The speaker's place among those who hold its voice. */
function placeOf({ request, cast, voice }: Spoken): { place: number; of: number } {
  const partners = cast.seats.filter((seat) => cast.debate.voices[seat.voice] === voice);
  const place = partners.findIndex(({ name }) => name === request.speaker);
  return { place: Math.max(0, place), of: Math.max(1, partners.length) };
}

/** The first that the speaker has not said. */
function unsaid({ request, cast, voice }: Spoken, texts: string[]): string {
  const all = [...request.own, ...request.turns.map(({ text }) => text)];
  return texts.find((one) => !all.some((text) => cast.isSaid(one, text))) ?? nothingNew({ request, cast, voice });
}

const NOTHING_NEW: Record<string, (round: number, argument: string) => string> = {
  en: (round, argument) =>
    `I could only repeat myself in round ${round}, so I will be short. What I rest on is unchanged, and nobody has shown me wrong about it. ${argument}`,
  de: (round, argument) =>
    `In Runde ${round} könnte ich mich nur wiederholen, darum fasse ich mich kurz. Worauf ich mich stütze, ist unverändert und bisher nicht widerlegt. ${argument}`,
};

/** `to`: whom it answers. */
function nothingNew({ request: { round, speaker }, cast, voice }: Spoken, to?: string): string {
  const { keyArguments } = voice;
  const seat = cast.seats.findIndex(({ name }) => name === speaker);
  const argument = keyArguments[(round + seat) % keyArguments.length] ?? voice.view;
  const say = NOTHING_NEW[cast.debate.language] ?? NOTHING_NEW["en"];
  return `${to === undefined ? "" : `${to}: `}${say?.(round, argument)}`;
}

/** A proposer improves one proposal; agents and members of a council each make one. */
function proposal(spoken: Spoken): string {
  const { request, voice } = spoken;
  const improved = voice.agent ? [voice.says[0] ?? "", ...voice.agent.refinements] : voice.says;
  return request.round > 1 ? unsaid(spoken, improved) : (voice.says[placeOf(spoken).place] ?? nothingNew(spoken));
}

function refinement(spoken: Spoken): string {
  const { agent, closing } = spoken.voice;
  return unsaid(spoken, agent?.refinements ?? [closing]);
}

/** An agent criticises several in a round without seeing what it writes to the others. */
function critique(spoken: Spoken): string {
  const { request, cast, voice } = spoken;
  const aimed = request.turns.find(({ id }) => id === request.target)?.speaker ?? "";
  const others = cast.seats.filter(({ name }) => name !== request.speaker);
  const place = others.findIndex(({ name }) => name === aimed);
  const written = voice.agent?.critiques[String(cast.voiceOf(aimed))];
  if (written) return written[request.round - 1] ?? nothingNew(spoken, aimed);
  return voice.says.slice(1)[(request.round - 1) * others.length + place] ?? nothingNew(spoken, aimed);
}

/** Two rounds of grave faults; then what is left can be mended in the answer. */
function skepticism(spoken: Spoken): Critique {
  const { request, cast, voice } = spoken;
  const { round } = request;
  const { cruxes } = cast.debate.judge;
  const isReady = round > 2;
  const open = cruxes.flatMap(({ question, unanswered }) => [unanswered ?? question]).map(cast.named);
  return {
    critique: unsaid(spoken, voice.says),
    issues: [
      { severity: isReady ? "minor" : "critical", description: open[(round - 1) % open.length] ?? voice.view },
      ...(isReady ? [] : [{ severity: "major" as const, description: voice.keyArguments[round - 1] ?? voice.view }]),
    ],
    score: Math.min(9, 3 + 2 * round),
    readyForSynthesis: isReady,
  };
}

const SYNTHESIS: Record<string, { steps: string; objection: string }> = {
  en: { steps: "What to do next:", objection: "The best case against it:" },
  de: { steps: "Was als Nächstes zu tun ist:", objection: "Was am meisten dagegen spricht:" },
};

function synthesis({ debate: { judge, language } }: Cast): string {
  const { answer, agreed, nextSteps, minority } = judge;
  const { steps, objection } = SYNTHESIS[language] ?? SYNTHESIS["en"]!;
  const next = nextSteps.map(({ action }) => action).join(" ");
  return [`${answer} ${agreed.join(" ")}`, `${steps} ${next}`, `${objection} ${minority.case}`].join("\n\n");
}

function numbered(lines: string[]): string {
  return lines.map((line, i) => `${i + 1}. ${line}`).join("\n");
}
