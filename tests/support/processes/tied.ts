/** Ends this process when its parent ends, however that ends: a process left behind would hold the test run's output open. */
import type { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const pipe = process.stdin as unknown as Socket;
  pipe.resume().once("close", () => process.kill(process.pid, "SIGKILL"));
  pipe.unref();
}
