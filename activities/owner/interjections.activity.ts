import { NOTES } from "../../domain/play/records/kinds.record.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";

/** Keeps the text of an interjection that came as a signal; the API keeps it itself before it sends an update. */
export const keepNote =
  ({ store }: { store: Store }) =>
  async ({ debate, note, text }: { debate: DebateKey; note: string; text: string }): Promise<void> => {
    await store.records.put(debate, NOTES, text, { note });
  };
