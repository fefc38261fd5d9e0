/** Prometheus instruments of one process, in a registry of their own. Times are seconds, money is USD. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Seconds: from an answer out of memory to one that had to wait for a store. */
const QUICK = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** Seconds: models take longer. */
const SLOW = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 180];

export type Instruments = ReturnType<typeof createInstruments>;

export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <T extends string>(name: string, help: string, rest: { labelNames: T[]; buckets: number[] }) =>
    new Histogram({ name, help, ...rest, registers });
  const model = ["provider", "model"] as const;
  return {
    registry,
    requests: histogram("parley_http_request_duration_seconds", "Until the head of the answer", {
      labelNames: ["method", "route", "status"],
      buckets: QUICK,
    }),
    streams: new Gauge({ name: "parley_event_streams_open", help: "Event streams now open", registers }),
    delivery: histogram("parley_event_delivery_lag_seconds", "From an event's time to its delivery to a stream", {
      labelNames: [],
      buckets: QUICK,
    }),
    created: counter("parley_debates_created_total", "Debates begun, drafts included", ["format"]),
    moves: counter("parley_debate_moves_total", "Moves of debates into a status, the last ones too", ["status"]),
    finished: counter("parley_debates_finished_total", "Debates that are over", ["format", "status"]),
    appends: histogram("parley_log_append_duration_seconds", "Appends to event logs", {
      labelNames: ["outcome"],
      buckets: QUICK,
    }),
    events: counter("parley_log_events_total", "Events appended to logs", ["type"]),
    turns: histogram("parley_turn_duration_seconds", "From a turn's request to its last token, of whole turns", {
      labelNames: ["phase"],
      buckets: SLOW,
    }),
    calls: counter("parley_model_calls_total", "Model calls; outcome is ok, cancelled, error or the kind of fault", [
      ...model,
      "outcome",
    ]),
    tokens: counter("parley_model_tokens_total", "Tokens by kind; cached ones are part of the input", [
      ...model,
      "kind",
    ]),
    cost: counter("parley_model_cost_usd_total", "What calls of a known price have cost", [...model]),
    latency: histogram("parley_model_call_duration_seconds", "Whole calls that were answered", {
      labelNames: [...model],
      buckets: SLOW,
    }),
    firstToken: histogram("parley_model_first_token_seconds", "Until a reply began", {
      labelNames: [...model],
      buckets: SLOW,
    }),
  };
}
