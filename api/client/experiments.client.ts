/** The part of the client for experiments. */
import { isOver } from "../../domain/shapes/experiment-status.ts";
import { followTo } from "./events.client.ts";
import { queryOf } from "./query.client.ts";
import type { Call, Transport } from "./transport.ts";
import type { Wire } from "./wire.client.ts";

export type NewExperiment = Wire["NewExperiment"];
export type NewArms = Wire["NewArms"];
export type Experiment = Wire["Experiment"];
export type ExperimentEstimate = Wire["ExperimentEstimate"];
export type ExperimentEvent = Wire["ExperimentEvent"];
export type ExperimentSummary = Wire["ExperimentSummary"];
export type ExperimentItem = Wire["ExperimentItem"];
export type ExperimentResult = Wire["ExperimentResult"];

/** As of the client: every method throws `ParleyProblem`. */
export interface Experiments {
  /** Starts it. All attempts of this call share an idempotency key. */
  create(request: NewExperiment): Promise<Experiment>;
  /** Calls, tokens and cost. Starts nothing and spends nothing. */
  estimate(request: NewExperiment): Promise<ExperimentEstimate>;
  /** Its progress, and its figures so far. */
  get(id: string): Promise<Experiment>;
  /** One page, newest first. */
  list(query?: { limit?: number; cursor?: string }): Promise<{ items: ExperimentSummary[]; nextCursor: string | null }>;
  /** Its present state, then every change until it is over, across lost connections. */
  events(id: string, options?: { after?: number; signal?: AbortSignal }): AsyncIterable<ExperimentEvent>;
  pause(id: string): Promise<Experiment>;
  resume(id: string): Promise<Experiment>;
  /** For good: its debates under way are abandoned. */
  stop(id: string): Promise<Experiment>;
  /** Also for an experiment that is over: only what is new is bought. */
  addArms(id: string, request: NewArms): Promise<Experiment>;
  /** All its questions. */
  items(id: string): Promise<ExperimentItem[]>;
  /** Every cell with an outcome. */
  results(id: string): Promise<ExperimentResult[]>;
  /** The same as CSV. */
  csv(id: string): Promise<string>;
}

export function experimentsOf(transport: Transport, request: <T>(call: Call) => Promise<T>): Experiments {
  const all = "/v1/experiments";
  const path = (id: string, rest = "") => `${all}/${encodeURIComponent(id)}${rest}`;
  const post = <T>(to: string, body?: unknown) => request<T>({ method: "POST", path: to, body });
  return {
    create: (body) => post(all, body),
    estimate: (body) => post(`${all}?dryRun=true`, body),
    get: (id) => request({ path: path(id) }),
    list: (query = {}) => request({ path: `${all}${queryOf(query)}` }),
    events: (id, options = {}) =>
      followTo<ExperimentEvent>({ transport, path: path(id, "/events"), options, isLast: isLastChange }),
    pause: (id) => post(path(id, "/pause")),
    resume: (id) => post(path(id, "/resume")),
    stop: (id) => post(path(id, "/stop")),
    addArms: (id, body) => post(path(id, "/arms"), body),
    items: async (id) => (await request<{ items: ExperimentItem[] }>({ path: path(id, "/items") })).items,
    results: async (id) => (await request<{ items: ExperimentResult[] }>({ path: path(id, "/results?as=json") })).items,
    csv: (id) => transport.text({ path: path(id, "/results?as=csv") }),
  };
}

function isLastChange({ experiment: { status, cells } }: ExperimentEvent): boolean {
  return isOver({ status, running: cells.running });
}
