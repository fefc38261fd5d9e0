/** Counts calls of tools. Their servers are the operator's, so they are few. */
import { type Toolbox, ToolFault } from "../../activities/base/toolbox.ts";
import type { Instruments } from "./instruments.metric.ts";

export function meteredToolbox(toolbox: Toolbox, { toolCalls, toolLatency }: Instruments): Toolbox {
  return {
    offer: (allowed, signal) => toolbox.offer(allowed, signal),
    async call(tool, input, signal) {
      const { server } = tool;
      const end = toolLatency.startTimer({ server });
      try {
        const passages = await toolbox.call(tool, input, signal);
        end();
        toolCalls.inc({ server, outcome: "ok" });
        return passages;
      } catch (error) {
        const outcome = signal.aborted ? "cancelled" : error instanceof ToolFault ? "tool" : "error";
        toolCalls.inc({ server, outcome });
        throw error;
      }
    },
    close: () => toolbox.close(),
  };
}
