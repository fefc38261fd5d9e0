/** Debates of two that clients of a protocol hold, as A2A's and AG-UI's do: their presets, and their models. */
import { held } from "./held.ts";
import { kindOf } from "./models/replies.ts";
import { debaters, requestOf, type World } from "./world.ts";

export const TOPIC = "Should cities ban cars?";
/** The text of the first turn, where later ones wait. */
export const FIRST = "One two three four five six seven.";

const { topic: _ofEach, ...PAIR } = requestOf({ maxRounds: 2, conclusion: true }) as { topic: string };

/** Saves `pair`, `asking`, whose debaters may ask before they debate, and more by their names. */
export async function savePresets(world: World, more: Record<string, object> = {}): Promise<void> {
  const asking = { clarifications: { enabled: true, maxIterations: 1 } };
  for (const [name, changes] of Object.entries({ pair: {}, asking, ...more }))
    await world.post("/v1/presets", { name, request: { ...PAIR, ...changes } });
}

/** Turns after so many calls wait until `release`. */
export function heldAfter(world: World, calls: number) {
  const turn = (_: unknown, n: number) => ({ text: n === 1 ? FIRST : `Speech ${n}.` });
  return held(world, (request) => kindOf(request) === "turn" && world.models.journal.length > calls, { turn });
}

/** Calls of the model `openai/judge` fail. */
export function failJudge(world: World): void {
  const usual = debaters(["p1", "p2"]);
  world.models.use((request) => (request.model === "judge" ? { error: { status: 503 } } : usual(request)));
}
