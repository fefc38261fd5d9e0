import type { ModelRequest } from "./models/request.ts";
import { debaters, type Manner, type World } from "./world.ts";

/** Two debaters and their judge, of whose calls some are held back until `release`. */
export function held(world: World, isHeld: (request: ModelRequest) => boolean, manner: Manner = {}) {
  const gate = Promise.withResolvers<void>();
  const script = debaters(["p1", "p2"], manner);
  world.models.use(async (request) => {
    if (isHeld(request)) await gate.promise;
    return script(request);
  });
  return { release: () => gate.resolve() };
}
