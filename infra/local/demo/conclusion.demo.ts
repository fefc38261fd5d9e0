/** A canned conclusion. It refers to real turns, and to the outcome that the prompt names. */
import type { AskedConclusion } from "../../../domain/prompts/conclusion/schema.prompt.ts";
import type { AskedPoint } from "../../../domain/prompts/parts/cited-turns.ts";
import { claimOf, excerpt } from "./replies.ts";
import type { DemoRequest, DemoTurn } from "./request.demo.ts";

export function demoConclusion(request: DemoRequest): AskedConclusion {
  const { topic, turns, shape } = request;
  const { ids = [], isMotion = false, hasExhibits = false } = shape ?? {};
  const held = ids.map((id) => ({ id, turns: turnsOf(id, request) }));
  const winner = winnerIn(request, ids);
  // Of a side no speaker alone holds it.
  const holder = winner !== null && winner === request.won ? winner : null;
  const others = held.filter(({ id, turns: said }) => id !== winner && said.length > 0);
  const last = others.at(-1)?.turns.at(-1);
  const points = (i: number) => held.flatMap(({ id, turns: said }) => pointOf(id, said.at(i)));
  return {
    answer: {
      text: `On "${excerpt(topic, 40)}" the record supports a small first step that can be undone, and a check after it.`,
      holder,
      whyOther: holder === null ? "No position in the record says how to find out, and this does." : null,
      ...(isMotion && { stance: stanceOf(request) }),
    },
    cruxes: [
      {
        question: "What would a first step show?",
        kind: "fact",
        points: points(0),
        unanswered: "Nobody brought figures.",
        prevailed: winner,
      },
      {
        question: "What matters most to those who bear it?",
        kind: "value",
        points: points(-1),
        unanswered: null,
        prevailed: null,
      },
    ],
    wouldChange: [
      { observation: "The first step shows no difference.", effect: "Then nothing speaks for a second one." },
    ],
    evidence: turns.slice(-2).map(({ id, text }) => ({
      claim: excerpt(claimOf(text), 24),
      turnIds: [id],
      ...(hasExhibits && { refs: [], quotes: [], status: "unverified" as const }),
    })),
    minority: last ? { case: excerpt(claimOf(last.text), 40), holders: others.slice(-1).map(({ id }) => id) } : null,
    nextSteps: [
      { action: "Write down the figures before the first step.", crux: 1 },
      { action: "Ask those who bear it.", crux: 2 },
    ],
  };
}

/** The prompt names ids. The roster has the names; without one they are labels, or the speakers in its order. */
function turnsOf(id: string, { participants, turns, shape }: DemoRequest): DemoTurn[] {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const labelled = speakers.find((speaker) => speaker.toLowerCase().replaceAll(" ", "-") === id);
  const name = participants.find((p) => p.id === id)?.name ?? labelled ?? speakers[shape?.ids.indexOf(id) ?? -1];
  return turns.filter(({ speaker }) => speaker === name);
}

function pointOf(by: string, turn: DemoTurn | undefined): AskedPoint[] {
  return turn ? [{ by, point: excerpt(claimOf(turn.text), 24), turn: turn.id }] : [];
}

/** Of a side that won: the first who spoke for it. */
function winnerIn({ won, contested, participants }: DemoRequest, ids: string[]): string | null {
  if (contested || won === undefined || won === null) return null;
  return (
    ids.find((id) => id === won) ?? participants.find(({ id, side }) => ids.includes(id) && side === won)?.id ?? null
  );
}

function stanceOf({ contested, won, participants }: DemoRequest): "for" | "against" | "mixed" {
  const side = won === "for" || won === "against" ? won : participants.find(({ id }) => id === won)?.side;
  return contested || (side !== "for" && side !== "against") ? "mixed" : side;
}
