/** Commands of the terminal, run in this process. */
import { createCli } from "../../infra/cli/base/cli.ts";
import type { Ask } from "../../infra/cli/base/prompt.cli.ts";
import { runCli } from "../../infra/cli/program.command.ts";

export interface Said {
  code: number;
  out: string;
  err: string;
}

/** Runs one command line. `ask`: the person at the terminal. */
export async function runParley(argv: string[], ask?: Ask): Promise<Said> {
  const said = { out: "", err: "" };
  const write = (name: "out" | "err") => (text: string) => void (said[name] += text);
  const cli = createCli({ out: write("out"), err: write("err"), style: (_, text) => text, ask }, {});
  const code = await runCli(cli, argv);
  return { code, ...said };
}

/** A person who types these lines, one for each prompt, and the prompts that were shown. */
export function typist(...lines: string[]): { ask: Ask; prompts: string[] } {
  const prompts: string[] = [];
  const ask: Ask = async (prompt) => {
    prompts.push(prompt.trim());
    const line = lines.shift();
    if (line === undefined) throw new Error(`nobody answers: ${prompt}`);
    return line;
  };
  return { ask, prompts };
}
