/** Ben, one of whose calls fails. */
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { debaters, type FlatEvent, type World } from "../../support/world.ts";

const P = ["p1", "p2"];
export const failedOnce = (e: FlatEvent) => e.type === "turn.failed";

/** Ben's first call of this round fails so; the rest go as usual. */
export function failingOnce(on: World, reply: ModelReplyScript, round = 1): void {
  const script = debaters(P);
  let calls = 0;
  on.models.use((request: ModelRequest) => {
    if (request.model.includes("claude")) calls += 1;
    return request.model.includes("claude") && calls === round ? reply : script(request);
  });
}

export const ben = async (on: World, id: string) => (await on.debate(id)).participants[1];
