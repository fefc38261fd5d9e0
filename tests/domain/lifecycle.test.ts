import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allowedCommands,
  DRAFT,
  GUARDS,
  isTerminal,
  LIFECYCLE,
  lifecycleDiagram,
  move,
  type Situation,
  STATUSES,
  TERMINAL,
} from "../../domain/shapes/lifecycle.shape.ts";
import { runs } from "../support/debates/runs.ts";

const calm: Situation = {
  status: "running",
  remembered: null,
  pausing: false,
  problems: 0,
  wholeTurns: 1,
  turnsInFlight: 0,
};
const at = (changes: Partial<Situation>): Situation => ({ ...calm, ...changes });

describe("the table of legal moves", () => {
  it("leads a valid debate from configuring to completed", () => {
    const path = ["validate", "passed", "start", "initialized", "roundsOver", "concluded"] as const;
    const statuses = path.reduce<string[]>((walked, on) => {
      const status = (walked.at(-1) ?? "configuring") as Situation["status"];
      return [...walked, move(at({ status }), on) ?? "illegal"];
    }, []);
    expect(statuses).toEqual(["validating", "ready", "initializing", "running", "concluding", "completed"]);
  });

  it("sends a debate with problems back to configuring", () => {
    expect(move(at({ status: "validating", problems: 2 }), "rejected")).toBe("configuring");
    expect(move(at({ status: "validating", problems: 2 }), "passed")).toBeNull();
  });

  it.each(["initializing", "clarifying", "running", "concluding"] as const)(
    "lets its owner pause while %s",
    (status) => {
      expect(move(at({ status }), "pause")).toBe(status);
      expect(move(at({ status, pausing: true }), "pause")).toBeNull();
      expect(move(at({ status, pausing: true }), "settled")).toBe("paused");
      expect(move(at({ status, pausing: true }), "resume")).toBe(status);
    },
  );

  it("resumes where the debate was", () => {
    expect(move(at({ status: "paused", remembered: "concluding" }), "resume")).toBe("concluding");
    expect(move(at({ status: "paused", remembered: "running" }), "resume")).toBe("running");
  });

  it("concludes on stop when a turn is whole or about to be, and cancels otherwise", () => {
    expect(move(at({ wholeTurns: 1 }), "stop")).toBe("concluding");
    expect(move(at({ wholeTurns: 0, turnsInFlight: 1 }), "stop")).toBe("concluding");
    expect(move(at({ wholeTurns: 0 }), "stop")).toBe("cancelled");
    expect(move(at({ wholeTurns: 9, stopMode: "abandon" }), "stop")).toBe("cancelled");
  });

  it.each(["configuring", "validating", "ready"] as const)("cancels a debate that is stopped while %s", (status) => {
    expect(move(at({ status, wholeTurns: 0 }), "stop")).toBe("cancelled");
  });

  it("retries from an error, to where it failed; nothing counts how often", () => {
    expect(move(at({ status: "error", remembered: "running" }), "retry")).toBe("running");
    expect(move(at({ status: "error", remembered: "concluding" }), "retry")).toBe("concluding");
    expect(move(at({ status: "error", remembered: null }), "retry")).toBeNull();
  });

  it("lets a draft be changed until it starts, and sends one that is ready back to configuring", () => {
    expect(move(at({ status: "configuring" }), "configure")).toBe("configuring");
    expect(move(at({ status: "ready" }), "configure")).toBe("configuring");
    const legal = STATUSES.filter((status) => move(at({ status, remembered: "running" }), "configure") !== null);
    expect(legal).toEqual(["configuring", "ready"]);
  });

  it("begins anew from an error only, as often as its owner likes", () => {
    const legal = STATUSES.filter((status) => move(at({ status }), "reset") !== null);
    expect(legal).toEqual(["error"]);
    expect(move(at({ status: "error" }), "reset")).toBe("configuring");
  });

  it("starts nothing that was not validated since its last change, whatever its owner commands", () => {
    const act = fc.constantFrom("configure", "validate", "start", "passed", "rejected");
    fc.assert(
      fc.property(fc.array(fc.record({ act, problems: fc.nat(1) }), { maxLength: 12 }), (acts) => {
        let status: Situation["status"] = "configuring";
        let validated = false;
        for (const { act: on, problems } of acts) {
          const to = move(at({ status, problems, wholeTurns: 0 }), on);
          if (to === null) continue;
          if (on === "configure") validated = false;
          if (on === "passed") validated = true;
          if (to === "initializing") expect(validated).toBe(true);
          expect(allowedCommands(at({ status: to, problems: 0 })).includes("start")).toBe(to === "ready");
          status = to;
        }
      }),
    );
  });

  it("amends a debate in every status from its start to its end, and changes no status by it", () => {
    for (const status of STATUSES) {
      const isDraft = DRAFT.includes(status);
      expect(move(at({ status }), "amend"), status).toBe(isDraft || isTerminal(status) ? null : status);
    }
  });

  it("lets its owner interject as long as a turn may follow", () => {
    const legal = STATUSES.filter((status) => move(at({ status }), "interject") !== null);
    expect(legal).toEqual(["initializing", "clarifying", "running", "paused", "awaiting_decision", "error"]);
    expect(move(at({ status: "paused", remembered: "concluding" }), "interject")).toBeNull();
  });

  it("lets stop be given in every status that is not terminal, and nothing but to acknowledge a warning in a terminal one", () => {
    for (const status of STATUSES) {
      const allowed = allowedCommands(at({ status, remembered: "running" }));
      expect(allowed.includes("stop"), status).toBe(!TERMINAL.includes(status));
      if (isTerminal(status)) expect(allowed).toEqual([]);
      if (isTerminal(status)) expect(allowedCommands(at({ status, hasWarning: true }))).toEqual(["acknowledge"]);
    }
  });

  it("shows a running debate its commands", () => {
    expect(allowedCommands(calm)).toEqual(["pause", "stop"]);
    expect(allowedCommands(at({ pausing: true }))).toEqual(["resume", "stop"]);
    expect(allowedCommands(at({ status: "paused", remembered: "running" }))).toEqual(["resume", "stop"]);
    expect(allowedCommands(at({ status: "error", remembered: "running" }))).toEqual(["stop", "retry", "reset"]);
  });

  it("names in every row only statuses and guards that exist, and never leaves a terminal status", () => {
    for (const row of LIFECYCLE) {
      for (const from of row.from) {
        expect(STATUSES).toContain(from);
        if (TERMINAL.includes(from)) expect(row.to).toBe("same");
      }
      if (row.to !== "same" && row.to !== "remembered") expect(STATUSES).toContain(row.to);
      if (row.guard) expect(GUARDS).toHaveProperty(row.guard);
    }
  });

  it("gives one answer for every situation: rows that match at once agree", () => {
    const situation = fc.record({
      status: fc.constantFrom(...STATUSES),
      remembered: fc.constantFrom("running" as const, "concluding" as const, null),
      pausing: fc.boolean(),
      problems: fc.nat(2),
      wholeTurns: fc.nat(2),
      turnsInFlight: fc.nat(2),
      stopMode: fc.constantFrom("conclude" as const, "abandon" as const),
    });
    fc.assert(
      fc.property(situation, fc.constantFrom(...new Set(LIFECYCLE.map((t) => t.on))), (s, on) => {
        const rows = LIFECYCLE.filter(
          (t) => t.on === on && t.from.includes(s.status) && (!t.guard || GUARDS[t.guard](s)),
        );
        const targets = new Set(rows.map((t) => t.to));
        expect(targets.size).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("draws every row that changes the status, with its condition", () => {
    const arrows = lifecycleDiagram()
      .split("\n")
      .filter((line) => line.includes("-->"))
      .map((line) => line.trim());
    expect(arrows).toContain("configuring --> validating : validate");
    expect(arrows).toContain("error --> where_it_was : retry [canRetry]");
    for (const { on, to, guard } of LIFECYCLE.filter((row) => row.to !== "same")) {
      const end = ` --> ${to === "remembered" ? "where_it_was" : to} : ${guard ? `${on} [${guard}]` : on}`;
      expect(
        arrows.some((arrow) => arrow.endsWith(end)),
        end,
      ).toBe(true);
    }
  });

  it("draws a row that many statuses share once, from a box that names them", () => {
    const diagram = lifecycleDiagram();
    expect(diagram).toContain('state "working: initializing, clarifying, running, concluding" as working');
    expect(diagram).toContain("working --> error : faulted");
    expect(diagram).not.toContain("running --> error");
    expect(diagram).toContain('state "started: working, paused, awaiting_decision, error" as started');
    expect(diagram).toContain('state "unfinished: draft, started" as unfinished');
    expect(diagram).toContain("unfinished --> cancelled : cancelledFromOutside");
  });
});
