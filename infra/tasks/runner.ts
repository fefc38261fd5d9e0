/** One process for tasks, as the process that started it sees it. It runs one task at a time. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { TaskName } from "../../api/base/tasks.api-base.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { bareEnvironment } from "../local/base/processes.ts";
import { type ChildLimits, commandOf, LIFE_SECONDS } from "./command.ts";
import { frameOf, readFrames } from "./frames.task.ts";
import { type Answer, type ChildSettings, type Order, type Said, tooCostly } from "./messages.task.ts";
import { usageOf } from "./usage.task.ts";
import { type TaskLimits, watchTask } from "./watch.task.ts";

export interface RunnerLimits extends ChildLimits, TaskLimits {
  /** Of an answer. */
  outputBytes: number;
  /** A process that keeps more after a task ends, so that the memory goes back. */
  keptMb: number;
}

export interface Runner {
  /** Resolves once it can take a task. Throws `internal` if it does not start. */
  ready: Promise<void>;
  /** Resolves when the process is gone. */
  gone: Promise<void>;
  /** null: it ended, or was ended, before it began with the task. Aborting `ends` ends it. Throws as `ready` does. */
  carryOut<K extends TaskName>(order: Order<K>, ends: AbortSignal): Promise<Answer<K> | null>;
  /** Whether it can take another task. */
  isFit(): Promise<boolean>;
  /** Whether it keeps this program running. */
  hold(isHeld: boolean): void;
  end(): Promise<void>;
}

/** Milliseconds until its code is loaded. */
const START_MS = 60_000;
/** Characters of what a process writes before it fails to start. */
const LAST_WORDS = 500;

export function startRunner(settings: ChildSettings, limits: RunnerLimits): Runner {
  const child = start(limits);
  const [input, , errors, answers] = child.stdio as unknown as [Socket, null, Socket, Socket];
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  const end = () => {
    child.kill("SIGKILL");
    return gone;
  };
  const said = readFrames(answers, limits.outputBytes);
  /** null: the process has ended, or answers more than it may. */
  const hear = async (): Promise<Said | null> => {
    try {
      return ((await said.next()).value ?? null) as Said | null;
    } catch {
      await end();
      return null;
    }
  };
  /** What it cannot write to a process that has ended, nobody misses. */
  const send = (value: unknown): number => {
    const frame = frameOf(value);
    for (const part of frame) input.write(part);
    return frame[1].length;
  };
  input.on("error", () => {});

  const begin = async (): Promise<void> => {
    let words = "";
    const note = (text: Buffer) => {
      words = (words + text.toString()).slice(-LAST_WORDS);
    };
    errors.on("data", note);
    const late = setTimeout(() => void end(), START_MS).unref();
    send(settings);
    const isReady = (await hear()) === "ready";
    clearTimeout(late);
    // From now on it may repeat what was sent.
    errors.off("data", note).resume();
    if (isReady) return;
    await end();
    throw new ParleyError("internal", `a process for tasks does not start: ${words.trim()}`);
  };
  const ready = begin();
  ready.catch(() => {});

  return {
    ready,
    gone,
    async carryOut<K extends TaskName>(order: Order<K>, ends: AbortSignal) {
      await ready;
      if (ends.aborted) return null;
      const stop = () => void end();
      ends.addEventListener("abort", stop);
      const watch = watchTask(child.pid ?? 0, { limits, bytes: send(order), end: stop });
      try {
        if ((await hear()) !== "begins") return null;
        await watch.begins();
        let message = await hear();
        for (; message === "page"; message = await hear()) watch.pageRead();
        return (message as Answer<K> | null) ?? { error: tooCostly(), isSpoilt: true };
      } finally {
        watch.stop();
        ends.removeEventListener("abort", stop);
      }
    },
    async isFit() {
      if (child.exitCode !== null || child.signalCode !== null) return false;
      const usage = await usageOf(child.pid ?? 0);
      const left = LIFE_SECONDS * 1000 - (usage?.cpuMs ?? 0);
      return (usage?.memoryMb ?? 0) <= limits.keptMb && left > limits.cpuMs.most;
    },
    hold(isHeld) {
      for (const part of [child, input, errors, answers])
        if (isHeld) part.ref();
        else part.unref();
    },
    end,
  };
}

function start(limits: ChildLimits): ChildProcess {
  const [file, args] = commandOf(limits);
  // Tasks need neither settings nor secrets.
  const env = { ...bareEnvironment(process.env), MALLOC_ARENA_MAX: "2" };
  return spawn(file, args, { stdio: ["pipe", "ignore", "pipe", "pipe"], env, windowsHide: true });
}
