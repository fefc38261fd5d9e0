export { linkStart, type Reference, referencesIn } from "../../../../domain/citations/references.ts";
