/** `npm run parley --`, or `parley` of an installed package (`bin.mjs`): Parley in the terminal. */
import { createCli } from "./base/cli.ts";
import { promptOf } from "./base/prompt.cli.ts";
import { waitingOn } from "./base/spinner.ts";
import { styleFor } from "./base/terminal.ts";
import { runCli } from "./program.command.ts";

const waiting = waitingOn(process.stderr, process.env);
const cli = createCli(
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    style: styleFor(process.stderr),
    ask: promptOf(process.stdin, process.stderr, waiting),
    waiting,
    areOne: process.stdout.isTTY && process.stderr.isTTY,
  },
  process.env,
);
process.exitCode = await runCli(cli, process.argv.slice(2));
// The embedded stack has stopped. Handles that SDKs leave open must not delay the exit.
process.stdout.write("", () => process.exit());
