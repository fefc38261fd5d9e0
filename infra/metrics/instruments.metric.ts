/** Prometheus instruments of one process, in their own registry. Times are seconds, money is USD. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { quiet } from "../base/quiet.ts";

/** Seconds, for requests. */
const QUICK = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** Seconds, for models. */
const SLOW = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 180];

/** Parts of one. */
const SHARES = [0, 0.25, 0.5, 0.65, 0.8, 0.9, 1];

export type Instruments = ReturnType<typeof createInstruments>;

export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    quiet(new Counter({ name, help, labelNames, registers }));
  const histogramIn = (buckets: number[]) => {
    return <T extends string>(name: string, help: string, labelNames: T[]) =>
      quiet(new Histogram({ name, help, labelNames, buckets, registers }));
  };
  const [quick, slow, shares] = [histogramIn(QUICK), histogramIn(SLOW), histogramIn(SHARES)];
  const model = ["provider", "model"] as const;
  return {
    registry,
    requests: quick("parley_http_request_duration_seconds", "Until the head of the answer", [
      "method",
      "route",
      "status",
    ]),
    streams: quiet(new Gauge({ name: "parley_event_streams_open", help: "Event streams now open", registers })),
    delivery: quick("parley_event_delivery_lag_seconds", "From an event's time to its delivery to a stream", []),
    created: counter("parley_debates_created_total", "Debates begun, drafts included", ["format"]),
    moves: counter("parley_debate_moves_total", "Moves of debates into a status, the last ones too", ["status"]),
    finished: counter("parley_debates_finished_total", "Debates that are over", ["format", "status"]),
    appends: quick("parley_log_append_duration_seconds", "Appends to event logs", ["outcome"]),
    events: counter("parley_log_events_total", "Events appended to logs", ["type"]),
    turns: slow("parley_turn_duration_seconds", "From a turn's request to its last token, of whole turns", ["phase"]),
    calls: counter("parley_model_calls_total", "Model calls; outcome is ok, cancelled, error or the kind of fault", [
      ...model,
      "outcome",
    ]),
    oddities: counter("parley_model_oddities_total", "Replies that were not as the provider's documents say, by kind", [
      "provider",
      "kind",
    ]),
    tokens: counter("parley_model_tokens_total", "Tokens by kind; cached ones are part of the input", [
      ...model,
      "kind",
    ]),
    cachedShare: shares(
      "parley_model_cached_input_ratio",
      "Of a call's input tokens, the share that its provider had cached",
      [...model],
    ),
    cost: counter("parley_model_cost_usd_total", "What calls of a known price have cost", [...model]),
    latency: slow("parley_model_call_duration_seconds", "Whole calls that were answered", [...model]),
    toolCalls: counter(
      "parley_tool_calls_total",
      "Calls of MCP servers' tools; outcome is ok, cancelled, tool or error",
      ["server", "outcome"],
    ),
    toolLatency: slow("parley_tool_call_duration_seconds", "Calls of tools that were answered", ["server"]),
    firstToken: slow("parley_model_first_token_seconds", "Until a reply began", [...model]),
  };
}
