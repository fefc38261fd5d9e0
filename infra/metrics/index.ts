/** The metrics of one process. Models and store are wrapped, so they do not count themselves. */
import type { Registry } from "prom-client";
import type { Models } from "../../activities/models/base/port.ts";
import type { Toolbox } from "../../activities/tools/port.ts";
import type { Meter } from "../../api/base/context.ts";
import type { Store } from "../../store/port/store.ts";
import { createInstruments } from "./instruments.ts";
import { createMeter } from "./meter.ts";
import { meteredModels } from "./models.ts";
import { meteredStore } from "./store.ts";
import { meteredToolbox } from "./tools.ts";

export interface Metrics {
  registry: Registry;
  meter: Meter;
  models(models: Models): Models;
  toolbox(toolbox: Toolbox): Toolbox;
  store<T extends Store>(store: T): T;
}

export function createMetrics(): Metrics {
  const instruments = createInstruments();
  return {
    registry: instruments.registry,
    meter: createMeter(instruments),
    models: (models) => meteredModels(models, instruments),
    toolbox: (toolbox) => meteredToolbox(toolbox, instruments),
    store: (store) => meteredStore(store, instruments),
  };
}
