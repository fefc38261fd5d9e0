export { importedLines } from "../../../../domain/show/export/imported-lines.export.ts";
