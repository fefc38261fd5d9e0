/** Opens debates of the contract server with the package `inspect_ai`, as `?as=inspect` exports them. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { pythonTool } from "../support/servers/python-tool.ts";
import type { ContractServer } from "./server.ts";

const VERSION = "0.3.285";
const LEAST_LOGS = 5;

/** Returns an exit code. The folder is the server's: it lists the debates there are. */
export async function openLogs(
  { url, token }: ContractServer,
  { folder, say }: { folder: string; say: (line: string) => void },
): Promise<number> {
  const python = await pythonTool({ name: "inspect_ai", version: VERSION, programName: "python", say });
  if (python === null) return 0;
  const ids = (await readFile(join(folder, "debates.txt"), "utf8")).match(/deb-[\w-]+/g) ?? [];
  if (ids.length < LEAST_LOGS) throw new Error(`the server has only ${ids.length} debates`);
  const paths = [];
  for (const id of ids.slice(0, LEAST_LOGS)) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/v1/debates/${id}/transcript?as=inspect`, { headers });
    if (!response.ok) throw new Error(`the log of ${id} is answered ${response.status}`);
    const path = join(folder, `${id}.eval.json`);
    await writeFile(path, await response.text());
    paths.push(path);
  }
  try {
    const { stdout } = await promisify(execFile)(python, [join(import.meta.dirname, "read_logs.py"), ...paths]);
    say(stdout.trimEnd());
    return 0;
  } catch (error) {
    say((error as { stderr?: string }).stderr ?? String(error));
    return 1;
  }
}
