/** `node sdk-download.ts <folder>`: lets Temporal's SDK download its development server, and prints the path. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

try {
  process.stdout.write(await download(process.argv[2] ?? ""));
} catch (error) {
  // The reason alone: whoever reads it looks for one line.
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function download(folder: string): Promise<string> {
  // A dev dependency: an installation without it goes on to the next way of getting the server.
  const { TestWorkflowEnvironment } = await import("@temporalio/testing");
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: "cached-download", downloadDir: folder } },
  });
  await environment.teardown();
  const name = (await readdir(folder)).find((file) => file.startsWith("temporal"));
  if (!name) throw new Error("the download left nothing");
  return join(folder, name);
}
