/** `node sdk-download.ts <folder>`: downloads Temporal's development server with its SDK, and prints the path. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

try {
  process.stdout.write(await download(process.argv[2] ?? ""));
} catch (error) {
  // One line: the reader expects nothing else.
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function download(folder: string): Promise<string> {
  const { TestWorkflowEnvironment } = await import("@temporalio/testing");
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: "cached-download", downloadDir: folder } },
  });
  await environment.teardown();
  const name = (await readdir(folder)).find((file) => file.startsWith("temporal"));
  if (!name) throw new Error("the download left nothing");
  return join(folder, name);
}
