/**
 * Metrics of model calls under the names of OpenTelemetry's conventions for generative AI: those of release 0.1.0, and
 * those of 1.41 that 0.1.0 renames, because dashboards still read them. `parley_*` counts the same calls for Prometheus.
 */
import type { Attributes, Meter } from "@opentelemetry/api";
import type { Spend } from "../../domain/shapes/state/state.ts";
import { quietly } from "../base/quiet.ts";

/** Seconds; the conventions' buckets. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
/** Tokens; the conventions' buckets: powers of 4. */
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

interface MeasuredCall {
  attributes: Attributes;
  seconds: number;
  /** Missing: the call's usage is unknown. */
  spend?: Spend | undefined;
}

export interface GenAiInstruments {
  /** Records a model call, answered or not. Never throws. */
  called(call: MeasuredCall): void;
}

export function createGenAiInstruments(meter: Meter): GenAiInstruments {
  const histogram = (name: string, unit: string, description: string) =>
    meter.createHistogram(name, {
      unit,
      description,
      advice: { explicitBucketBoundaries: unit === "s" ? SECONDS : TOKENS },
    });
  const durations = ["gen_ai.client.inference.duration", "gen_ai.client.operation.duration"].map((name) =>
    histogram(name, "s", "Duration of model calls"),
  );
  const input = histogram("gen_ai.client.inference.operation.input_tokens", "{token}", "Input tokens of model calls");
  const output = histogram(
    "gen_ai.client.inference.operation.output_tokens",
    "{token}",
    "Output tokens of model calls",
  );
  const usage = histogram("gen_ai.client.token.usage", "{token}", "Tokens of model calls, by type");
  return {
    called: quietly(({ attributes, seconds, spend }: MeasuredCall) => {
      for (const duration of durations) duration.record(seconds, attributes);
      if (!spend) return;
      input.record(spend.inputTokens, attributes);
      output.record(spend.outputTokens, attributes);
      usage.record(spend.inputTokens, { ...attributes, "gen_ai.token.type": "input" });
      usage.record(spend.outputTokens, { ...attributes, "gen_ai.token.type": "output" });
    }),
  };
}
