/** Requests of drafts and their changes. */
import { requestOf, type World } from "../world.ts";

export const positions = [
  { name: "Ada", model: "openai/gpt-5.5", position: "Yes, ban them." },
  { name: "Ben", model: "anthropic/claude-sonnet-5", position: "No, price them." },
];
/** A whole request of one round. */
export const whole = (changes: object = {}) => requestOf({ maxRounds: 1, participants: positions, ...changes });

/** A merge patch of a debate. */
export function patchOf(
  world: Pick<World, "request">,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return world.request(`/v1/debates/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json", ...headers },
    body: JSON.stringify(body),
  });
}
