import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { toBrief } from "../../domain/play/events/brief.events.ts";
import type { AnyEventDefinition } from "../../domain/play/events/define-event.ts";
import type { BriefEvent, DraftEvent } from "../../domain/play/events/events.ts";
import { FIELDS } from "../../domain/play/events/fields.events.ts";
import { definitionOf, EVENT_NAMES, EVENTS } from "../../domain/play/events/registry.events.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { turn } from "../api/events/debate-events.ts";
import { toWhole } from "../support/random/whole.ts";

const HISTORIES = new URL("../replay/histories/", import.meta.url);

const hasBrief = (type: string) => "brief" in (definitionOf(type) ?? {});

/** Every value of a history that is a payload in JSON. */
function payloadsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if ("metadata" in value && "data" in value && typeof value.data === "string")
    return [JSON.parse(Buffer.from(value.data, "base64").toString() || "null")];
  return Object.values(value).flatMap(payloadsIn);
}

/** The events that activities returned: those with a brief form of their own. */
function briefEventsIn(file: string): BriefEvent[] {
  const outcomes = payloadsIn(JSON.parse(readFileSync(new URL(file, HISTORIES), "utf8")));
  const returned = outcomes.flatMap((outcome): BriefEvent[] => {
    const { head, event, events } = (outcome ?? {}) as { head?: number; event?: BriefEvent; events?: BriefEvent[] };
    return head === undefined ? [] : (events ?? (event ? [event] : []));
  });
  return returned.filter(({ type }) => hasBrief(type));
}

test("Each type of event is defined once.", () => {
  expect(new Set(EVENT_NAMES).size).toBe(EVENT_NAMES.length);
  expect(EVENT_NAMES.length).toBeGreaterThan(30);
});

test.each(EVENTS.map((event) => [event.type, event] as const))(
  "Of %s a shared page shows known fields.",
  (_, event) => {
    const { shape, shared = [] }: AnyEventDefinition = event;
    const known = Object.keys(shape(FIELDS));
    expect(known.length).toBeGreaterThan(0);
    expect(shared.filter((field) => !known.includes(field))).toEqual([]);
  },
);

describe("A brief event", () => {
  it("is byte for byte what committed histories have of it", () => {
    const briefs = readdirSync(HISTORIES).flatMap(briefEventsIn);
    for (const brief of briefs) expect(JSON.stringify(toBrief(toWhole(brief)))).toBe(JSON.stringify(brief));
    const types = new Set<string>(briefs.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(EVENT_NAMES.filter(hasBrief).toSorted());
  });

  it("is made of an event that keeps to its shape", () => {
    const briefs = readdirSync(HISTORIES).flatMap(briefEventsIn);
    for (const { type, data } of briefs.map(toWhole)) {
      const shape = definitionOf(type)?.shape(FIELDS) ?? {};
      expect([type, z.strictObject(shape).safeParse(data).error]).toEqual([type, undefined]);
    }
    expect(briefs.length).toBeGreaterThan(100);
  });

  it("has the numbers of a critique, and no text", () => {
    const issues = (["critical", "minor", "critical"] as const).map((severity) => ({ severity, description: "x" }));
    const critique = { critique: "Look again.", issues, score: 4, readyForSynthesis: false };
    const said: Turn = turn({ round: 2, phase: "critique", text: "Look again.", critique });
    const about = { round: 2, phase: "critique", participantId: "p1", turnId: said.id };
    const event: DraftEvent<"turn.completed"> = { type: "turn.completed", at: "t", data: { ...about, turn: said } };
    const brief = toBrief(event);
    expect(brief.data.turn).toMatchObject({
      length: 11,
      critique: { round: 2, critical: 2, score: 4, readyForSynthesis: false },
    });
    expect(JSON.stringify(brief)).not.toContain("Look again.");
  });
});
