/** Writes what judges found into the span of the act that found it, as the conventions' `gen_ai.evaluation.result`. */
import { trace } from "@opentelemetry/api";
import type { AppendInput } from "../../store/port/log.port.ts";
import type { Store } from "../../store/port/store.ts";
import { quietly } from "../base/quiet.ts";
import { evaluationsOf } from "./evaluations.telemetry.ts";

const NAME = "gen_ai.evaluation.result";

/** `captureContent`: with the judge's reasons. */
export function evaluatedStore<T extends Store>(store: T, { captureContent }: { captureContent: boolean }): T {
  const evaluated = quietly(({ events }: AppendInput, known: ReadonlySet<string>) => {
    for (const { key, event } of events) {
      // A repeated attempt finds the events of the one before it in the log.
      if (known.has(key)) continue;
      for (const { explanation, ...evaluation } of evaluationsOf(event))
        trace.getActiveSpan()?.addEvent(NAME, {
          ...evaluation,
          ...(captureContent && explanation && { "gen_ai.evaluation.explanation": explanation }),
        });
    }
  });
  const append = async (input: AppendInput) => {
    const result = await store.log.append(input);
    evaluated(input, new Set(result.known));
    return result;
  };
  return { ...store, log: { ...store.log, append } };
}
