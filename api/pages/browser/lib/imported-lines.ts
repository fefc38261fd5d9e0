export { importedLines } from "../../../../domain/export/imported-lines.ts";
