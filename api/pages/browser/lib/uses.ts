export { type ExhibitUse, exhibitUses } from "../../../../domain/exhibits/uses.ts";
