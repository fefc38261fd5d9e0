import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blindCase } from "../../../domain/judge/blind/blind.ts";
import { blindingWarnings } from "../../../domain/judge/blind/disguise.ts";
import { buildAssessmentPrompt } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import { buildVerdictPrompt } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import { buildVotePrompt } from "../../../domain/prompts/for-judge/vote.judge-prompt.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { drawLabels } from "../../../domain/rules/judges/labels.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { runs } from "../../support/debates/runs.ts";
import { assessmentOf, configFor, speaker, turnOf } from "../../support/debates/transcripts.ts";

const SEED = "deb-20261121-120000-ABCDEF";

/** A debate of so many, whose names stand in nothing that the owner wrote. */
function cast(names: string[], changes: Partial<DebateConfig> = {}): DebateConfig {
  const participants = names.map((name, i) => speaker(i, { name, position: "Holds a view.", model: `model-${i}` }));
  return configFor({ topic: "Should it be done?", context: "", ...changes, participants });
}

/** One turn each, with these texts. */
function said(config: DebateConfig, texts: string[]): Turn[] {
  return texts.map((text, i) =>
    turnOf(config, { round: 1, index: i + 1 }, { text, participant: config.participants[i]?.name ?? "" }),
  );
}

function shown(config: DebateConfig, turns: Turn[], order: "given" | "reversed" = "given") {
  return blindCase({ config, turns, assessments: [] }, { seed: SEED, order });
}

const textOf = ({ system, messages, output }: Prompt) =>
  [system, ...messages.flatMap((m) => m.content), JSON.stringify(output)].join("\n");

const words = fc.constantFrom("costs", "air", "the", "Bus", "élan", "東京", "x-ray", "1.5", "says", "and", "Öl");
const casts = fc.uniqueArray(
  fc.constantFrom("Ada", "Ada Lovelace", "Bo", "Élodie", "C++", "Ng", "李明", "O'Neil", "Dr. No", "Ana-Li", "mia"),
  { minLength: 2, maxLength: 4 },
);
const gaps = fc.constantFrom(" ", ", ", ". ", "'s ", " (", ") ", "\n", "_", "**");

/** Texts in which the names stand among other words. */
const debates = casts.chain((chosen) => {
  const piece = fc.tuple(fc.oneof(words, fc.constantFrom(...chosen)), gaps).map(([word, gap]) => word + gap);
  const text = fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join(""));
  return fc.record({ chosen: fc.constant(chosen), texts: fc.array(text, { minLength: 2, maxLength: 2 }) });
});

describe("a debate as judges are shown it", () => {
  it("has nobody's name left, and its texts are as they were once the labels are names again", () => {
    fc.assert(
      fc.property(debates, fc.constantFrom("given" as const, "reversed" as const), ({ chosen, texts }, order) => {
        const config = cast(chosen);
        const turns = said(config, texts);
        const { turns: blind, config: known, reveal } = shown(config, turns, order);
        const all = blind.map((turn) => turn.text).join("\n");
        for (const name of chosen)
          expect(all).not.toMatch(
            new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${RegExp.escape(name)}(?![\\p{L}\\p{N}\\p{M}])`, "u"),
          );
        expect(known.participants.map((p) => p.name)).toEqual(
          ["Speaker A", "Speaker B", "Speaker C", "Speaker D"].slice(0, chosen.length),
        );
        expect(blind.map((turn) => reveal(turn.text))).toEqual(texts);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("replaces whole words only, the longest name first, and lets case count", () => {
    const config = cast(["Ada", "Ada Lovelace"]);
    const [first] = shown(config, said(config, ["Ada Lovelace, Ada, ada, Adamant, _Ada_ and Adas Ada's."])).turns;
    const [a, b] = ["Ada", "Ada Lovelace"].map((name) => labelOf(config, name));
    expect(first?.text).toBe(`${b}, ${a}, ada, Adamant, _${a}_ and Adas ${a}'s.`);
  });

  it("finds a name that is written with combining characters", () => {
    const config = cast(["Élodie".normalize("NFC"), "Bo"]);
    const [first] = shown(config, said(config, [`${"Élodie".normalize("NFD")} is right.`])).turns;
    expect(first?.text).toBe(`${labelOf(config, "Élodie".normalize("NFC"))} is right.`);
  });

  it("leaves a name that the owner's own text has as it is, and warns of it", () => {
    for (const owns of [
      { topic: "Was Ada right?" },
      { context: "Ada wrote it." },
      { exhibits: [{ id: "E1", title: "Letter", text: "Yours, Ada" }] },
    ] as Partial<DebateConfig>[]) {
      const config = cast(["Ada", "Ben"], owns);
      const { turns, record } = shown(config, said(config, ["Ada and Ben agree."]));
      expect(turns[0]?.text).toBe(`Ada and ${labelOf(config, "Ben")} agree.`);
      expect(record()).toMatchObject({ kept: ["Ada"], replaced: [{ text: "Ben", count: 1 }] });
      const [warning, ...others] = blindingWarnings(config);
      expect([warning?.code, others]).toEqual(["partial-blinding", []]);
      expect(warning?.detail).toContain('"Ada"');
    }
    expect(blindingWarnings(cast(["Ada", "Ben"]))).toEqual([]);
  });

  it("takes positions that a model assigned for texts, and those that its owner gave for the owner's", () => {
    const about = (positionSource: "given" | "assigned") => {
      const config = cast(["Ada", "Ben"]);
      config.participants[0] = { ...config.participants[0]!, position: "Opposes Ben.", positionSource };
      return { config, blind: shown(config, []).config.participants.map((p) => p.position) };
    };
    expect(about("given").blind).toContain("Opposes Ben.");
    expect(about("assigned").blind).toContain(`Opposes ${labelOf(about("assigned").config, "Ben")}.`);
  });

  it("tells nobody's model, also where a debater names its own", () => {
    const config = cast(["Ada", "Ben"]);
    const turns = said(config, ["I am model-0, or demo/model-0.", "And I am model-1."]);
    const { turns: blind, config: known } = shown(config, turns);
    const text = textOf(buildVerdictPrompt({ config: known, turns: blind, endedBy: "limit" }));
    expect(text).toContain("I am a language model, or a language model.");
    expect(text).not.toMatch(/model-\d/);
  });

  it("has neutral ids for turns, in texts too, which become the real ones again", () => {
    const config = cast(["Ada", "Ben"]);
    const { turns, reveal } = shown(config, said(config, ["A point.", "As g1-r1-t1 says, and g7-r7-t7 does not."]));
    expect(turns.map((t) => t.id)).toEqual(["T1", "T2"]);
    expect(turns[1]?.text).toBe("As T1 says, and g7-r7-t7 does not.");
    expect(reveal({ best: "T2", why: ["T1, T2."] })).toEqual({ best: "g1-r1-t2", why: ["g1-r1-t1, g1-r1-t2."] });
  });

  it("takes other words for labels and turns where the debate has some like them", () => {
    const config = cast(["Ada", "Ben"], { topic: "What did Speaker A mean by T4?" });
    const { turns, config: known } = shown(config, said(config, ["U2 played."]));
    expect(turns[0]?.id).toBe("V1");
    expect(known.participants.map((p) => p.name)).toEqual(["Party A", "Party B"]);
  });

  it("shows no name in any prompt of a judge, whatever stands in it", () => {
    const config = cast(["Quorra", "Zebulon", "Ixchel"], { format: "oxford" });
    const turns = said(config, ["Quorra here.", "Zebulon here.", "Ixchel here, against Quorra."]);
    const first = { ...assessmentOf(config, 1), reasoning: "Quorra led in g1-r1-t1." };
    for (const order of ["given", "reversed"] as const) {
      const blind = blindCase({ config, turns, assessments: [first] }, { seed: SEED, order });
      const prompts = [
        buildAssessmentPrompt({ ...blind, round: 2 }),
        buildVerdictPrompt({ ...blind, endedBy: "limit" }),
        buildVotePrompt({ ...blind, when: "after" }),
      ];
      for (const prompt of prompts) expect(textOf(prompt)).not.toMatch(/Quorra|Zebulon|Ixchel|g1-r1|demo\/|"p\d"/);
      expect(textOf(prompts[0]!)).toContain("Your scores of round 1:");
      expect(textOf(prompts[1]!)).not.toContain("Your scores of round 1:");
    }
  });

  it("is turned round in the second order: labels, roster and rounds in which all spoke at once", () => {
    for (const mode of ["sequential", "simultaneous"] as const) {
      const config = cast(["Ada", "Ben", "Cleo"], { mode });
      const turns = said(config, ["1", "2", "3"]);
      const [given, reversed] = [shown(config, turns), shown(config, turns, "reversed")];
      const people = ({ record }: typeof given) => Object.values(record().labels);
      const texts = ({ turns: all }: typeof given) => all.map((t) => t.text).join("");
      for (const order of [given, reversed]) {
        const inLabelOrder = people(order).map((id) => id.slice(1));
        expect(texts(order)).toBe(mode === "sequential" ? "123" : inLabelOrder.join(""));
      }
    }
  });

  it.each([2, 3, 4, 5, 6, 7, 8])("gives none of %i speakers the same place and label in both orders", (speakers) => {
    const config = cast(["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"].slice(0, speakers));
    const [given, reversed] = (["given", "reversed"] as const).map((order) =>
      Object.values(shown(config, [], order).record().labels),
    );
    expect(reversed?.toSorted()).toEqual(given?.toSorted());
    expect(reversed?.filter((id, place) => id === given?.[place])).toEqual([]);
    expect(reversed?.at(0)).toBe(given?.at(-1));
  });

  it("makes what a judge writes speak of the participants again, in the debate's own order", () => {
    const config = cast(["Ada", "Ben"]);
    const { keysOf, reveal } = shown(config, []);
    const keys = keysOf(["p1", "p2"]);
    const scores = Object.fromEntries(keys.map((key, i) => [key, i]));
    const winner = { participant: keys[0], reasoning: "Speaker A met speaker-b's point; each speaker a turn." };
    const made = reveal({ scores, winner });
    expect(Object.keys(made.scores)).toEqual(["p1", "p2"]);
    const known = shown(config, []).record().labels;
    const nameOf = (label: string) => config.participants.find((p) => p.id === known[label])?.name;
    expect(made.winner).toEqual({
      participant: known["Speaker A"],
      reasoning: `${nameOf("Speaker A")} met ${nameOf("Speaker B")}'s point; each speaker a turn.`,
    });
  });

  it("draws the same labels for a debate each time, in each of its prompts", () => {
    const config = cast(["Ada", "Ben", "Cleo"]);
    const labels = () => shown(config, []).record().labels;
    expect(labels()).toEqual(labels());
  });
});

function labelOf(config: DebateConfig, name: string): string {
  const { labels } = shown(config, []).record();
  const id = config.participants.find((p) => p.name === name)?.id;
  return Object.keys(labels).find((label) => labels[label] === id) ?? "";
}

describe("the order in which speakers are shown", () => {
  const SEEDS = 1_000;
  // As debates have them: the second of their creation, and letters of a counter's kind.
  const seeds = Array.from({ length: SEEDS }, (_, n) => {
    const at = new Date(Date.UTC(2026, 10, 21, 12, 0, n)).toISOString().replaceAll(/\D/g, "");
    return `deb-${at.slice(0, 8)}-${at.slice(8, 14)}-${(n * 7_919).toString(32).toUpperCase().padStart(6, "0")}`;
  });

  /** Upper 1 % points of chi-square by degrees of freedom (NIST/SEMATECH e-Handbook, 1.3.6.7.4). */
  const CRITICAL: Record<number, number> = { 1: 6.635, 5: 15.086, 23: 41.638 };

  it.each([2, 3, 4])("is uniform over 1,000 seeds, with %i speakers (chi-square, p > 0.01)", (count) => {
    const participants = Array.from({ length: count }, (_, i) => ({ id: `p${i + 1}`, name: `N${i}` }));
    const orders = new Map<string, number>();
    for (const seed of seeds) {
      const drawn = drawLabels({ participants, seed, order: "given", texts: [] });
      const order = drawn.map((label) => label.participantId).join(" ");
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    const cells = { 2: 2, 3: 6, 4: 24 }[count] ?? 0;
    const expected = SEEDS / cells;
    const seen = [...orders.values(), ...Array.from({ length: cells - orders.size }, () => 0)];
    const chiSquare = seen.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    console.log(
      `order shown, ${count} speakers: chi-square ${chiSquare.toFixed(2)} on ${cells - 1} degrees of freedom`,
    );
    expect(chiSquare).toBeLessThan(CRITICAL[cells - 1] ?? 0);
  });
});
