/** Runs what builds regular expressions inside functions. Those of a module's top level need no sample. */

import type * as fences from "../../domain/prompts/fences/sealed-fences.ts";
import type * as words from "../../domain/rules/judges/blind-words.ts";
import type * as demo from "../../infra/local/demo/request.demo.ts";

/** By file; each is given the loaded module. */
export const SAMPLES: Record<string, (module: unknown) => void> = {
  "domain/rules/judges/blind-words.ts": (module) =>
    void (module as typeof words).wholeWords(["Ada", "Ada Ada", "aaa", "aaaaaa", "José", "a-b.c*"]),
  "domain/prompts/fences/sealed-fences.ts": (module) =>
    void (module as typeof fences).sealedFences("k7m2q4xa").escape("Hello."),
  "infra/local/demo/request.demo.ts": (module) =>
    void (module as typeof demo).readDemoRequest([{ role: "user", content: "<topic>\nCars?\n</topic>\n" }]),
};
