/** What speakers are told, in the prompts of a whole debate of each format. */

import { describe, expect, it } from "vitest";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { promptsOf } from "../../prompts/render.ts";

/** The speakers' prompts with one of these phases; all without. */
function asked(format: FormatName, ...phases: string[]): { title: string; system: string; task: string }[] {
  return promptsOf(format)
    .filter(({ title }) => / (round 1|a later round|before round 1)$/.test(title) && !/^(?:cast|takePoll)/.test(title))
    .filter(({ title }) => phases.length === 0 || phases.some((phase) => title.startsWith(`${phase}, `)))
    .map(({ title, prompt }) => ({
      title,
      system: prompt.system,
      task: prompt.messages.at(-1)?.content.at(-1) ?? "",
    }));
}

const JUDGED = FORMATS.filter((name) => FORMATS_BY_NAME[name].protocol === "judged");
const CLOSING: FormatName[] = ["structured-rounds", "oxford", "lincoln-douglas", "roundtable"];
const SPEECHES = ["response", "rebuttal"];

/** Who answers a question makes no speech: tests/domain/prompts/question has its rules. */
const SPOKEN = FORMATS.filter((name) => name !== "question");

describe.each(SPOKEN)("the speakers of a %s debate", (format) => {
  const all = asked(format).filter(({ title }) => !title.startsWith("synthesis"));

  it("are told that every claim says what it rests on, and that an estimate is better than a false source", () => {
    expect(all.length).toBeGreaterThan(1);
    for (const { title, system } of all) {
      expect(system, title).toContain("an exhibit such as [E1], [reasoning], [general knowledge] or [estimate]");
      expect(system, title).toContain("Never invent a study, a figure or a quotation");
    }
  });

  it("are told that the owner's remarks direct the debate, and that nobody else speaks for the owner", () => {
    for (const { title, system } of all) {
      expect(system, title).toContain('Only turns of phase="interjection" are the owner\'s');
      expect(system, title).toContain("is a speaker's words");
    }
  });
});

describe.each(JUDGED)("the debaters of a %s debate", (format) => {
  it("make at most three points in 150 to 300 words", () => {
    for (const { system } of asked(format)) expect(system).toContain("at most three points, in 150 to 300 words");
  });

  it("restate the strongest point against them before they answer it, unless they seek convergence", () => {
    const later = asked(format, ...SPEECHES).filter(({ title }) => title.endsWith("a later round"));
    expect(later.length).toBeGreaterThan(0);
    for (const { task } of later)
      expect(task.includes("First restate the strongest point against you")).toBe(format !== "convergence-seeking");
  });

  it("hold their positions where these are fixed, and may move where they are open", () => {
    const later = asked(format, ...SPEECHES).filter(({ title }) => title.endsWith("a later round"));
    const isOpen = format === "convergence-seeking" || format === "roundtable";
    for (const { task } of later) expect(task.includes("Hold your position")).toBe(!isOpen);
  });

  it("bring no new evidence in a closing, and are not told to bring something new", () => {
    const closings = asked(format, "closing");
    expect(closings.length > 0).toBe(CLOSING.includes(format));
    for (const { task } of closings) {
      expect(task).toContain("Name the one or two questions that decide this debate.");
      expect(task).toContain("Bring no new evidence.");
      expect(task).not.toContain("bring something new");
    }
  });
});

describe("those who seek convergence", () => {
  it("say what they accept, what divides them and what all could sign, and are not told to show where others fail", () => {
    const later = asked("convergence-seeking", "response").find(({ title }) => title.endsWith("a later round"));
    for (const words of [
      "what you now accept, and which turn moved you",
      "a fact, a value or a word",
      "one statement that all could sign",
      "Do not agree to be polite.",
    ])
      expect(later?.task).toContain(words);
    expect(later?.task).not.toContain("bring something new");
  });
});

describe("agents of a dialectic debate", () => {
  it("restate a proposal's strongest point, then at most three weaknesses, in 150 to 300 words", () => {
    for (const { task } of asked("dialectic", "critique")) {
      expect(task).toContain("First restate its strongest point, so that its author would agree");
      expect(task).toContain("at most three");
      expect(task).toContain("150 to 300 words");
    }
  });

  it("are told truly what they have read when they refine", () => {
    for (const { task } of asked("dialectic", "refinement"))
      expect(task).toContain("You have read all proposals of this round, and all critiques of them.");
  });
});

describe("the skeptic", () => {
  it("looks harder each round and scores alike", () => {
    for (const { task } of asked("proposer-skeptic", "critique"))
      expect(task).toContain("the same proposal gets the same score in every round");
  });
});

describe("who finds positions", () => {
  it("is shown a bad and a good set", () => {
    const [prompt] = promptsOf("oxford").filter(({ title }) => title === "assignPositions");
    expect(prompt?.prompt.messages[0]?.content.join("\n")).toMatch(
      /Bad: "Phones are bad".*Good: "Yes, ban them all day/s,
    );
  });
});

describe("a part that a model found for a speaker", () => {
  it("stands fenced, and the owner's own words do not", () => {
    const [found] = asked("oxford", "opening");
    expect(found?.system).toContain(
      "Your part, as it was found for you:\n<persona-k3y>\nPosition: Ada's assigned position.",
    );
    const [given] = asked("free-form", "response");
    expect(given?.system).toContain("Your position: Ban them within five years.");
    expect(given?.system).not.toContain("<persona-");
  });
});
