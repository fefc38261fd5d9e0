import { describeTableChecks } from "./described-tables.ts";

describeTableChecks("dynalite");
