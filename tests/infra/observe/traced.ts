/** Telemetry of tests, which goes to a collector of theirs. */

import type { Telemetry } from "../../../infra/base/telemetry-settings.ts";
import { createMetrics } from "../../../infra/metrics/index.ts";
import { startTelemetry } from "../../../infra/telemetry/index.ts";

const SETTINGS = {
  headers: { "x-key": "k-1" },
  serviceName: "parley",
  metricIntervalMs: 60_000,
};

interface Options {
  captureContent?: boolean;
  protocol?: "http/json" | "http/protobuf";
  /** Takes the messages of its warnings. */
  warned?: string[];
}

export function telemetryTo(
  endpoint: string,
  { captureContent = false, protocol = "http/json", warned = [] }: Options = {},
): Promise<Telemetry> {
  const logger = { warn: (_: object, message: string) => void warned.push(message) };
  const { registry } = createMetrics();
  return startTelemetry({ ...SETTINGS, endpoint, protocol, captureContent }, { registry, logger, version: "1.2.3" });
}
