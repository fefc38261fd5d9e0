/** What a process and the workers that it starts beside itself tell each other. */

/** From a process of workers, once: it works. */
export const READY = "ready";

/** To it: it answers with its metrics, as `Registry.getMetricsAsJSON` gives them. */
export const ASK_METRICS = "metrics";
