/**
 * Setup of every file of tests: the processor time that it took in its own process goes into the file that `TEST_CPU` names,
 * a line of JSON for each. Engines and servers in other processes are not in it.
 */
import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

const report = process.env.TEST_CPU;
if (report) {
  const begun = process.cpuUsage();
  afterAll(() => {
    const { user, system } = process.cpuUsage(begun);
    const cpu = Math.round((user + system) / 100_000) / 10;
    appendFileSync(report, `${JSON.stringify({ file: expect.getState().testPath, cpu })}\n`);
  });
}
