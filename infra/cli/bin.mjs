#!/usr/bin/env node
/**
 * `parley` of an installed package. Plain JavaScript that an old Node can run: it starts the terminal's program on the
 * Node that the package brings.
 */
import { fileURLToPath } from "node:url";
import { isNewEnough, pinnedNode } from "../pinned-node.mjs";
import { relay } from "../relay.mjs";

const PROGRAM = new URL("parley.command.js", import.meta.url);
/** As for every fault of the configuration. */
const EXIT_CONFIGURATION = 4;

if (isNewEnough()) await import(PROGRAM.href);
else await onPinnedNode();

async function onPinnedNode() {
  try {
    process.exit(await relay(pinnedNode(import.meta.url), [fileURLToPath(PROGRAM), ...process.argv.slice(2)]));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
}
