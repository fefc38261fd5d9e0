/** Asks the contract server as a model, by the packages `openai` and `litellm` of PyPI. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { pythonTool } from "../support/servers/python-tool.ts";
import type { ContractServer } from "./server.ts";

const PACKAGES = ["openai==2.54.0", "litellm==1.106.2"];
/** Some twenty debates, also beside other work: only what hangs takes longer. */
const MOST_MS = 600_000;

/** Returns an exit code. */
export async function askAsOpenAi(
  { url, token }: ContractServer,
  { say }: { say: (line: string) => void },
): Promise<number> {
  const version = PACKAGES.map((each) => each.split("==")[1]).join("-");
  const python = await pythonTool({
    name: "openai-clients",
    version,
    packages: PACKAGES,
    programName: "python",
    say,
  });
  if (python === null) return 0;
  try {
    const script = join(import.meta.dirname, "ask_openai.py");
    const { stdout } = await promisify(execFile)(python, [script, url, token], {
      timeout: MOST_MS,
      // LiteLLM would fetch its prices.
      env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: "True" },
    });
    say(stdout.trimEnd());
    return 0;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    say(`${stdout}\n${stderr || String(error)}`);
    return 1;
  }
}
