import { describeStore } from "./contract/store.ts";

describeStore("dynalite");
