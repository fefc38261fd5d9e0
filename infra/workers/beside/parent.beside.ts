/** The side of a process of workers that another one started. */
import type { Registry } from "prom-client";
import { ASK_METRICS, READY } from "./messages.beside.ts";

/** Says that this process works, and from now on what it has counted, as that of process `n`. */
export function reportTo(parent: NodeJS.Process, { n, registry }: { n: number; registry: Registry }): void {
  registry.setDefaultLabels({ process: String(n) });
  parent.on("message", (asked) => {
    if (asked === ASK_METRICS) void registry.getMetricsAsJSON().then((counted) => parent.send?.(counted));
  });
  parent.send?.(READY);
}
