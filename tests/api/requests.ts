/** Requests that pass the checks, and the catalogue that they pass with. */
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
