/** Parley's commands as a person types them: of a clone by npm, of an installed package by name. */
import { extname } from "node:path";

/** Emitted code runs from an installed package. */
export const IS_INSTALLED = extname(import.meta.url) === ".js";

/** What starts Parley and keeps it running. */
export const START = IS_INSTALLED ? "parley start" : "npm start";

/** A command line of the terminal's program. */
export function ownCommand(rest: string): string {
  return `${IS_INSTALLED ? "parley" : "npm run parley --"} ${rest}`;
}
