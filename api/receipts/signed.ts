/** A debate's export with a receipt. It has the prompts, so it is the owner's: no share link shows it. */
import { ParleyError } from "../../domain/errors.ts";
import { isTerminal } from "../../domain/lifecycle.ts";
import { createPromptWriter } from "../../domain/receipts/sent-prompts.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import { createSlices } from "../http/slices.ts";
import type { Services } from "../services.ts";
import { OWNER } from "../shares/reader.ts";
import { promptsOf } from "../transcripts/prompts.ts";
import { signStatement } from "./keys.ts";

/** Throws `conflict` while the debate runs, and where the install has no key. */
export async function signedExport(
  services: Services,
  record: DebateRecord,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const [key] = services.settings.receiptKeys ?? [];
  if (!key) throw new ParleyError("conflict", "this install signs nothing: its operator must set RECEIPT_KEY");
  if (!isTerminal(record.state.status))
    throw new ParleyError("conflict", "only the transcript of a debate that is over can be signed");
  const edition = await services.transcripts.edition({ record, format: "json", reader: OWNER });
  const input = { json: await services.transcripts.read(edition), prompts: await writtenPrompts(services, record) };
  const { json, statement } = await services.tasks.run("composeReceipt", input, signal);
  const receipt = signStatement(statement, { key, now: services.now() });
  const end = new TextEncoder().encode(`,"receipt":${JSON.stringify(receipt)}}\n`);
  return Buffer.concat([json.subarray(0, -1), end]);
}

async function writtenPrompts({ store }: Services, record: DebateRecord): Promise<Uint8Array> {
  const { spoken, sentTo } = await promptsOf(store, { record, generation: record.state.generation });
  const writer = createPromptWriter();
  const nextSlice = createSlices();
  for (const turn of spoken) {
    const prompt = await sentTo(turn);
    if (prompt) writer.add(turn.id, prompt);
    await nextSlice();
  }
  return new TextEncoder().encode(JSON.stringify(writer.written()));
}
