/** What the records of options must keep to, beyond their types. */
import { describe, expect, it } from "vitest";
import { optionSchema } from "../../domain/rules/request/option-schema.ts";
import type { Option } from "../../domain/shapes/define-option.ts";
import {
  defaultOf,
  OPTIONS,
  type OptionPath,
  optionsFor,
  partOf,
  runningOptions,
} from "../../domain/shapes/options.shape.ts";

const all = Object.entries<Option>(OPTIONS) as [OptionPath, Option][];

describe("an option's record", () => {
  it.each(all)("%s holds together", (path, option) => {
    const schema = optionSchema(path);
    expect(option.for.length).toBeGreaterThan(0);
    for (const value of [option.default, option.example]) expect(schema.safeParse(value).success).toBe(true);
    if (option.shown) expect(option.runs).toBe(true);
    // Rules are read at the top of a request.
    if (option.runs || option.part) expect(path).not.toContain("/");
    // A part is of one protocol.
    if (option.part) expect(option.for).toEqual([option.part]);
    if (!option.needs) return;
    const needed = OPTIONS[option.needs.option as OptionPath] as Option | undefined;
    expect(optionSchema(option.needs.option as OptionPath).safeParse(option.needs.value).success).toBe(true);
    expect(option.for.filter((protocol) => !needed?.for.includes(protocol))).toEqual([]);
  });
});

describe("the rules of a running debate", () => {
  it("leave out what is off or at its default, and what its protocol does not take", () => {
    const asked = { poll: "off", stopWhenStable: false, conclusion: false, orderCheck: "twin", earlyStopScore: 3 };
    expect(runningOptions(asked, "judged")).toEqual({ claimChecks: true, orderCheck: "twin" });
    expect(runningOptions({ ...asked, poll: "private" }, "proposer-skeptic")).toEqual({
      poll: "private",
      earlyStopScore: 3,
    });
    expect(runningOptions({}, "council")).toEqual({ conclusion: true });
  });

  it("have every option of a protocol's own part, at its default too", () => {
    expect(partOf("question", { peers: "ring", topic: "?" })).toEqual({
      peers: "ring",
      show: defaultOf("show"),
      anonymous: true,
      gate: false,
    });
    expect(optionsFor("question").toSorted()).toEqual([
      "anonymous",
      "gate",
      "gate/lead",
      "peers",
      "show",
      "vote/most",
      "vote/stopAt",
    ]);
  });
});
