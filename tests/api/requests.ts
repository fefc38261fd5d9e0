/** Requests that pass the checks, and the catalogue that they pass with. */
import { RequestFields } from "../../domain/rules/request/request.ts";
import { catalogueOf } from "../support/models/catalogue.ts";

export const catalogue = catalogueOf();

export function demoRequest(changes: Record<string, unknown> = {}) {
  return {
    topic: "Should cities ban cars?",
    format: "round-limited",
    maxRounds: 2,
    participants: [
      { name: "Ada", model: "demo/debater", position: "Cities should." },
      { name: "Ben", model: "demo/debater", position: "Cities should not." },
    ],
    ...changes,
  };
}

/** The limits that a request may set. */
export const LIMITS_OF_REQUEST = Object.keys(RequestFields.shape.limits.unwrap().shape);
