/** One line per activity: whose it was, which attempt, how it ended. What was asked and answered is not looked at. */

import type { Info } from "@temporalio/activity";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { isDebateId } from "../api/ids.ts";
import { ParleyError } from "../domain/errors.ts";
import type { DebateKey } from "../store/port/debates.ts";

export interface ActivityLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export function createActivityLog(logger: ActivityLogger): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const started = performance.now();
        const waitedMs = waitedOf(info);
        const facts = () => ({
          ...ownerOf(info.workflowExecution?.workflowId, input.args[0]),
          activity: info.activityType,
          attempt: info.attempt,
          taskQueue: info.taskQueue,
          waitedMs,
          ms: Math.round(performance.now() - started),
        });
        try {
          const result = await next(input);
          logger.info({ ...facts(), outcome: "ok" }, "activity");
          return result;
        } catch (error) {
          const outcome = outcomeOf(error);
          logger[outcome === "cancelled" ? "info" : "warn"]({ ...facts(), outcome }, "activity");
          throw error;
        }
      },
    },
  });
}

/** From schedule to start; a retry is scheduled when its rest is over. */
function waitedOf({ currentAttemptScheduledTimestampMs: scheduled }: Info): number {
  return Math.max(0, Date.now() - scheduled);
}

/** An activity's input holds the debate itself, or a publication that does; one of no debate has its workflow only. */
function ownerOf(workflowId: string | undefined, input: unknown): object {
  const { debate, publication } = (input ?? {}) as { debate?: DebateKey; publication?: { debate?: DebateKey } };
  const key = debate ?? publication?.debate;
  if (key) return { debateId: key.debateId, tenant: key.tenant };
  return workflowId !== undefined && isDebateId(workflowId) ? { debateId: workflowId } : { workflowId };
}

/** Kinds, codes and names only: messages may hold what a provider or a user wrote. */
function outcomeOf(error: unknown): string {
  if (error instanceof CancelledFailure) return "cancelled";
  if (error instanceof ApplicationFailure) return error.type ?? "error";
  if (error instanceof ParleyError) return error.code;
  return error instanceof Error ? error.name : "error";
}
