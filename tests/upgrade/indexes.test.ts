import { describeIndexUpgrade } from "./indexes.ts";

// It changes no indexes of a table: the older ones remain.
describeIndexUpgrade("dynalite", { becomes: "older" });
