/** `npm run prompts`: writes every format's prompts into `docs/prompts/`. */
import { mkdir, writeFile } from "node:fs/promises";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import { pageOf } from "./render.ts";

const FOLDER = new URL("../../docs/prompts/", import.meta.url);
await mkdir(FOLDER, { recursive: true });
for (const format of FORMATS) await writeFile(new URL(`${format}.md`, FOLDER), pageOf(format));
