/** A debate's export with a receipt. It has the prompts, so it is the owner's: no share link shows it. */

import { OWNER } from "../../../api/access/reader.access.ts";
import type { Owner } from "../../../api/base/owner.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { promptsOf } from "../../../api/debates/prompts.debates-api.ts";
import { createSlices } from "../../../api/http/slices.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { isVouchedFor, provenanceOf } from "../../../domain/shapes/schemas/provenance.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { createPromptWriter } from "../domain/sent-prompts.ts";
import { publicKeyOf, signStatement } from "./keys.api.ts";

const NOT_OURS =
  "this debate was imported without a receipt of this install, so it signs nothing about it: ask the install that ran the debate";

/** Throws `conflict` while the debate runs, where the install has no key, and for an import that it cannot vouch for. */
export async function signedExport(
  services: Services,
  record: DebateRecord,
  { owner, signal }: { owner: Owner; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const { receiptKeys = [] } = services.settings;
  const [key] = receiptKeys;
  if (!key) throw new ParleyError("conflict", "this install signs nothing: its operator must set RECEIPT_KEY");
  if (!isTerminal(record.state.status))
    throw new ParleyError("conflict", "only the transcript of a debate that is over can be signed");
  const { imported } = await services.debates.view(record);
  const own = receiptKeys.map((each) => publicKeyOf(each).kid);
  if (!isVouchedFor(imported, own)) throw new ParleyError("conflict", NOT_OURS);
  const edition = await services.transcripts.edition({ record, format: "json", reader: OWNER });
  const input = {
    json: await services.transcripts.read(edition, owner),
    prompts: await writtenPrompts(services, record),
  };
  const { json, statement } = await services.tasks.run("composeReceipt", input, signal, owner);
  const stated = { ...statement, provenance: provenanceOf(imported) };
  const receipt = signStatement(stated, { key, now: services.now() });
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
