/** `npm run prompts`: writes every format's prompts into `docs/prompts/`; with `-- --tokens` it prints what a judge reads. */
import { mkdir, writeFile } from "node:fs/promises";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import { pageOf } from "./render.ts";
import { tokensTable } from "./tokens.ts";

const FOLDER = new URL("../../docs/prompts/", import.meta.url);
/** Words of a turn. */
const TURNS = [80, 200];

if (process.argv.includes("--tokens"))
  for (const words of TURNS) console.log(tokensTable(["free-form", "structured-rounds", "oxford"], words));
else {
  await mkdir(FOLDER, { recursive: true });
  for (const format of FORMATS) await writeFile(new URL(`${format}.md`, FOLDER), pageOf(format));
}
