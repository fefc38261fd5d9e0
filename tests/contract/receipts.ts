/** Verifies signed exports of the contract server by code that shares nothing with Parley's: `rfc8785` and `cryptography` of PyPI. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { pythonTool } from "../support/servers/python-tool.ts";
import type { ContractServer } from "./server.ts";

const PACKAGES = ["rfc8785==0.1.4", "cryptography==50.0.2"];
const MOST_RECEIPTS = 5;

/** Returns an exit code. The folder is the server's: it lists the debates there are. */
export async function verifyReceipts(
  { url, token }: ContractServer,
  { folder, say }: { folder: string; say: (line: string) => void },
): Promise<number> {
  const version = PACKAGES.map((each) => each.split("==")[1]).join("-");
  const python = await pythonTool({ name: "receipts", version, packages: PACKAGES, programName: "python", say });
  if (python === null) return 0;
  const keys = join(folder, "keys.json");
  await writeFile(keys, await (await fetch(`${url}/.well-known/parley-keys.json`)).text());
  const ids = (await readFile(join(folder, "debates.txt"), "utf8")).match(/deb-[\w-]+/g) ?? [];
  const paths = [];
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/v1/debates/${id}/transcript?as=receipt`, { headers });
    // It is not over.
    if (response.status === 409) continue;
    if (!response.ok) throw new Error(`the receipt of ${id} is answered ${response.status}`);
    const path = join(folder, `${id}.receipt.json`);
    await writeFile(path, await response.text());
    if (paths.push(path) === MOST_RECEIPTS) break;
  }
  if (paths.length === 0) throw new Error("no debate of the server is over");
  try {
    const script = join(import.meta.dirname, "verify_receipts.py");
    const { stdout } = await promisify(execFile)(python, [script, keys, ...paths]);
    say(stdout.trimEnd());
    return 0;
  } catch (error) {
    say((error as { stderr?: string }).stderr ?? String(error));
    return 1;
  }
}
