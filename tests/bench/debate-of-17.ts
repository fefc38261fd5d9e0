/** The debate that several benches play: 3 speakers at once, 4 rounds, 17 calls. */
import { events } from "../support/world.ts";

export const SPEAKERS = ["p1", "p2", "p3"];
export const CALLS = 17;
/** 220 words. */
export const SPEECH = "A rule that saves the many from a cost must say who pays it and who may appeal. ".repeat(13);

export function requestOf17(provider: string, topic: string) {
  return {
    topic,
    format: "round-limited" as const,
    mode: "simultaneous" as const,
    maxRounds: 4,
    roundDelayMs: 0,
    conclusion: false,
    judge: { model: `${provider}/judge`, bothOrders: false },
    participants: ["Ada", "Ben", "Cleo"].map((name) => ({ name, model: `${provider}/speaker` })),
  };
}

const TOPIC = "Should large cities close their centres to private cars within ten years?";

/** Plays one to its end. */
export async function debateOf17(url: string, provider: string): Promise<void> {
  const response = await fetch(`${url}/v1/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(requestOf17(provider, TOPIC)),
  });
  if (!response.ok) throw new Error(await response.text());
  const { id } = (await response.json()) as { id: string };
  let last = "";
  for await (const event of events(url, id, 0)) last = event.type;
  if (last !== "debate.completed") throw new Error(`the debate ended with ${last}`);
}
