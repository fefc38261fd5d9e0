export { linkStart, type Reference, referencesIn } from "../../../../domain/rules/citations/references.rules.ts";
