/** Logs one line per activity: its debate, attempt and outcome. Never its input or result. */
import type { Info } from "@temporalio/activity";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { isDebateId } from "../../api/base/ids.api-base.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { quietly } from "../base/quiet.ts";

export interface ActivityLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export function createActivityLog(logger: ActivityLogger): ActivityInterceptorsFactory {
  const tell = quietly((level: keyof ActivityLogger, facts: object) => logger[level](facts, "activity"));
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const started = performance.now();
        const waitedMs = waitedOf(info);
        const workflowId = info.workflowExecution?.workflowId;
        const debate = debateOf(input.args[0], workflowId);
        const facts = () => ({
          ...("debateId" in debate ? debate : { workflowId }),
          activity: info.activityType,
          attempt: info.attempt,
          taskQueue: info.taskQueue,
          waitedMs,
          ms: Math.round(performance.now() - started),
        });
        try {
          const result = await next(input);
          tell("info", { ...facts(), outcome: "ok" });
          return result;
        } catch (error) {
          const outcome = outcomeOf(error);
          tell(outcome === "cancelled" ? "info" : "warn", { ...facts(), outcome });
          throw error;
        }
      },
    },
  });
}

/** From schedule to start; a retry counts from the end of its wait. */
function waitedOf({ currentAttemptScheduledTimestampMs: scheduled }: Info): number {
  return Math.max(0, Date.now() - scheduled);
}

interface DebateInput {
  debate?: DebateKey;
  publication?: { debate?: DebateKey };
}

/** An activity's debate: its input contains it, or a publication with it; else the workflow's id may name it. */
export function debateOf(input: unknown, workflowId = ""): Partial<DebateKey> {
  const { debate, publication } = (input ?? {}) as DebateInput;
  const key = debate ?? publication?.debate;
  if (key) return { debateId: key.debateId, tenant: key.tenant };
  return isDebateId(workflowId) ? { debateId: workflowId } : {};
}

/** Kinds, codes and names only: messages may contain foreign text. */
function outcomeOf(error: unknown): string {
  if (error instanceof CancelledFailure) return "cancelled";
  if (error instanceof ApplicationFailure) return error.type ?? "error";
  if (error instanceof ParleyError) return error.code;
  return error instanceof Error ? error.name : "error";
}
