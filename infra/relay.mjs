/** Runs a program in this one's place. Plain JavaScript that an old Node can run. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

// Read at once: a shell that ends early must not look like the one that started us.
const PARENT = process.ppid;

/**
 * Resolves with the exit code, 128 + n for signal n. Signals to us go on to the child. Rejects if the program does not
 * start.
 */
export function relay(program, args, { output, ...options } = {}) {
  return new Promise((resolve, reject) => {
    let child;
    const forward = (signal) => child.kill(signal);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    // First of all: the program may be there, and a signal come, before we go on.
    for (const signal of signals) process.on(signal, forward);
    child = spawn(program, args, { stdio: "inherit", ...options });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    const watch = watchNpm(() => forward("SIGTERM"));
    child.once("error", (error) => reject(new Error(`${program} does not start: ${error.message}`)));
    child.once("close", (code, signal) => {
      clearInterval(watch);
      for (const each of signals) process.off(each, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** npm passes a SIGTERM to the shell between us, which ends without telling us: being left alone is our signal. */
function watchNpm(onGone) {
  const look = () => process.env.npm_lifecycle_event && process.ppid !== PARENT && onGone();
  return setInterval(look, 1000).unref();
}
