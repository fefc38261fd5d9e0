export { type ExhibitUse, exhibitUses } from "../../../../domain/rules/exhibits/uses.rules.ts";
