/** The metrics of one process. Models and store are wrapped, so they do not count themselves. */
import type { Registry } from "prom-client";
import type { Toolbox } from "../../activities/base/toolbox.ts";
import type { Models } from "../../activities/models/base/port.model.ts";
import type { Meter } from "../../api/base/context.api-base.ts";
import type { Store } from "../../store/port/store.ts";
import { createInstruments } from "./instruments.metric.ts";
import { type CountedElsewhere, createMeter } from "./meter.metric.ts";
import { meteredModels } from "./models.metric.ts";
import { meteredStore } from "./store.metric.ts";
import { meteredToolbox } from "./tools.metric.ts";

export interface Metrics {
  registry: Registry;
  meter: Meter;
  /** From now on the meter tells what this process counts too. Returns what ends it. */
  include: (process: CountedElsewhere) => () => void;
  models(models: Models): Models;
  toolbox(toolbox: Toolbox): Toolbox;
  store<T extends Store>(store: T): T;
}

export function createMetrics(): Metrics {
  const instruments = createInstruments();
  const elsewhere = new Set<CountedElsewhere>();
  return {
    registry: instruments.registry,
    meter: createMeter(instruments, elsewhere),
    include: (process) => {
      elsewhere.add(process);
      return () => void elsewhere.delete(process);
    },
    models: (models) => meteredModels(models, instruments),
    toolbox: (toolbox) => meteredToolbox(toolbox, instruments),
    store: (store) => meteredStore(store, instruments),
  };
}
