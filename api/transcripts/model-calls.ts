/** A debate's model calls as lines of JSON. All prompts together grow with the square of the turns, so they are streamed. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { turnKind } from "../../domain/prompts/by-phase.ts";
import { modelCallLine } from "../../domain/show/export/model-call.export.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { Reader } from "../base/services.ts";
import { promptsOf } from "../debates/prompts.debates-api.ts";
import { createSlices } from "../http/slices.ts";

/** Throws `not-found` for a share's reader. */
export function requirePrompts({ seesPrompts }: Reader): void {
  if (!seesPrompts)
    throw new ParleyError("not-found", "a share link shows no prompts, so it has neither JSON Lines nor receipts");
}

/** One line for each turn of the current generation. */
export async function modelCalls(
  store: Pick<Store, "records" | "log">,
  record: DebateRecord,
): Promise<ReadableStream<Uint8Array>> {
  const { id, config, state } = record;
  const { spoken, promptOf } = await promptsOf(store, { record, generation: state.generation });
  const nextSlice = createSlices();
  const encoder = new TextEncoder();
  const turns = spoken.values();
  return new ReadableStream({
    async pull(controller) {
      const { value: turn, done } = turns.next();
      if (done) return controller.close();
      const isStructured = turnKind(config, turn.phase).read !== undefined;
      const line = modelCallLine(turn, {
        debate: id,
        prompt: await promptOf(turn),
        isStructured,
        form: config.answers,
      });
      controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      await nextSlice();
    },
  });
}
