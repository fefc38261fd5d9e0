/** The workflow code of tomorrow: a copy of today's in which one step is changed. */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { copyTree } from "./copies.ts";

const STEP = "await whenDone(interpret(step, durablePorts(run)));";
/** One more local activity in every round, which no old history has. */
const CHANGE = "await publish(run);";
/** The change as it should be made, and as it would break debates that run. */
export const GUARDED = `${STEP}\n      if (step.kind === "beginRound" && patched("rounds-are-told-at-once")) ${CHANGE}`;
export const UNGUARDED = `${STEP}\n      if (step.kind === "beginRound") ${CHANGE}`;

/** Puts this instead of the step into a copy of the repository. */
export async function changeStep(copy: string, step: string): Promise<void> {
  const story = join(copy, "workflows/debate.ts");
  const code = await readFile(story, "utf8");
  if (!code.includes(STEP)) throw new Error(`workflows/debate.ts has no ${STEP}`);
  const importing = code.replace("isCancellation }", "isCancellation, patched }");
  await writeFile(story, importing.replace(STEP, step));
}

/** Path of a bundle in `folder` with this instead of the step. */
export async function bundleWith(folder: string, step: string): Promise<string> {
  await using copy = await copyTree(["workflows", "domain", "features"]);
  await changeStep(copy.folder, step);
  const logger = new DefaultLogger("ERROR");
  const bundle = await bundleWorkflowCode({ workflowsPath: join(copy.folder, "workflows/index.ts"), logger });
  const path = join(await mkdtemp(join(folder, "code-")), "workflows.cjs");
  await writeFile(path, bundle.code);
  return path;
}
