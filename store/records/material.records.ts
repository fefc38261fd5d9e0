/** Reads the material that a debate's request refers to: files, and other debates' conclusions. */

import { preview } from "../../domain/base/text/text.ts";
import { wordsOf } from "../../domain/base/words/words.ts";
import { withGiven } from "../../domain/play/beginning/with-given.ts";
import { type GivenExhibit, isReference, type Reference } from "../../domain/rules/exhibits/given.ts";
import { imageExhibit, passageExhibit, type Unnumbered } from "../../domain/rules/exhibits/passage-exhibits.ts";
import { isImage } from "../../domain/shapes/files/media-type.ts";
import { pageRange } from "../../domain/shapes/files/pages.files.ts";
import { MOST_PASSAGES } from "../../domain/shapes/files/passage.files.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import { conclusionSections } from "../../domain/show/report/conclusion.report.ts";
import { plainText } from "../../domain/show/report/plain.report.ts";
import type { Store } from "../port/store.ts";
import { readResult } from "./combined.ts";

type Reader = Pick<Store, "files" | "records" | "getDebate">;
type Made = { config: DebateConfig; problems: [] } | { config: null; problems: Problem[] };

interface Of {
  tenant: string;
  config: DebateConfig;
}

/** Characters. */
const LONGEST_TITLE = 80;

/**
 * The configuration with the texts of its material, so that a file that is deleted later changes nothing. Problems point
 * into the request. Another tenant's material is unknown.
 */
export async function withMaterial(store: Reader, { tenant, config }: Of): Promise<Made> {
  const problems = await fromProblems(store, { tenant, config });
  const given = (config.request?.["exhibits"] ?? []) as GivenExhibit[];
  if (!given.some(isReference)) return problems.length > 0 ? { config: null, problems } : { config, problems: [] };
  const read = await Promise.all(given.map((one, i) => readOne(store, { tenant, one, pointer: `/exhibits/${i}` })));
  const amiss = [...read.flatMap((one) => ("problem" in one ? [one.problem] : [])), ...problems];
  if (amiss.length > 0) return { config: null, problems: amiss };
  return withGiven(
    config,
    read.map((one) => ("exhibits" in one ? one.exhibits : [])),
  );
}

type ReadOne = { exhibits: Unnumbered[] } | { problem: Problem };

async function readOne(
  store: Reader,
  { tenant, one, pointer }: { tenant: string; one: GivenExhibit; pointer: string },
): Promise<ReadOne> {
  // A draft's exhibit may lack its title or its text.
  if (!isReference(one)) return { exhibits: "title" in one && "text" in one ? [one] : [] };
  return "file" in one
    ? readFile(store, { tenant, one, pointer })
    : readDebate(store, { tenant, id: one.debate, pointer });
}

async function readFile(
  { files }: Reader,
  { tenant, one, pointer }: { tenant: string; one: Extract<Reference, { file: string }>; pointer: string },
): Promise<ReadOne> {
  const file = await files.get(tenant, one.file);
  if (!file) return { problem: noFile(`${pointer}/file`, one.file) };
  const range = one.pages === undefined ? null : pageRange(one.pages);
  const last = file.pages ?? null;
  if (range && (last === null || range.last > last)) {
    const detail = last === null ? `a file of the type ${file.mediaType} has no pages` : `the file has ${last} pages`;
    return { problem: { pointer: `${pointer}/pages`, detail } };
  }
  if (isImage(file.mediaType)) return readImage(file, pointer);
  const all = await files.passages(tenant, [file.id]);
  const wanted = range ? all.filter(({ page }) => page >= range.first && page <= range.last) : all;
  const exhibits = wanted.flatMap((passage) => passageExhibit(file, passage) ?? []);
  if (exhibits.length > 0) return { exhibits };
  const where = range ? "these pages have" : "the file has";
  return { problem: { pointer: `${pointer}/${range ? "pages" : "file"}`, detail: `${where} no text` } };
}

function readImage(file: FileInfo, pointer: string): ReadOne {
  const exhibit = imageExhibit(file);
  if (exhibit) return { exhibits: [exhibit] };
  return { problem: { pointer: `${pointer}/file`, detail: "the image's size was not read: hand it in again" } };
}

async function readDebate(
  { getDebate, records }: Reader,
  { tenant, id, pointer }: { tenant: string; id: string; pointer: string },
): Promise<ReadOne> {
  const problem = (detail: string) => ({ problem: { pointer: `${pointer}/debate`, detail } });
  const key = { tenant, debateId: id };
  const record = await getDebate(key);
  if (!record) return problem(`there is no debate ${id}`);
  if (!isTerminal(record.state.status)) return problem(`the debate ${id} is not over`);
  const result = record.state.result && (await readResult(records, key, record.state));
  const tale = { debate: record.config, words: wordsOf(record.config), turns: [] };
  const told = result ? conclusionSections(result, tale, { isBrief: true }) : [];
  if (told.length === 0) return problem(`the debate ${id} has no conclusion`);
  const topic = record.config.topic.replaceAll(/[\s<>]+/g, " ").trim();
  return { exhibits: [{ title: preview(topic, LONGEST_TITLE), text: plainText(told, tale.words), debate: id }] };
}

function noFile(pointer: string, id: string): Problem {
  return { pointer, detail: `there is no file ${id}` };
}

async function fromProblems({ files }: Reader, { tenant, config: { passages } }: Of): Promise<Problem[]> {
  const from = passages?.from ?? [];
  const all = await Promise.all(from.map((id) => files.get(tenant, id)));
  const missing = from.flatMap((id, i) => {
    const pointer = `/retrieval/from/${i}`;
    if (!all[i]) return [noFile(pointer, id)];
    return all[i].passages === 0 ? [{ pointer, detail: "the file has no text" }] : [];
  });
  const count = all.reduce((sum, file) => sum + (file?.passages ?? 0), 0);
  if (count <= MOST_PASSAGES) return missing;
  const each = all.flatMap((file) => (file ? [`${file.name} ${file.passages}`] : [])).join(", ");
  const detail = `the files have ${count} passages in all, and may have ${MOST_PASSAGES}: ${each}`;
  return [...missing, { pointer: "/retrieval/from", detail }];
}
