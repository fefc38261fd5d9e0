/**
 * Setup of every file of tests: the processor time that it took goes into the file that `TEST_CPU` names, a line of JSON for
 * each: its own process's, and on Linux that of programs that it started and that have ended. An engine that files share is
 * not in it.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

const OWN = "/proc/self/stat";
/** A hundredth of a second, as Linux counts for programs. */
const TICK_US = 10_000;

const report = process.env.TEST_CPU;
if (report) {
  const begun = used();
  afterAll(() => {
    const cpu = Math.round((used() - begun) / 100_000) / 10;
    appendFileSync(report, `${JSON.stringify({ file: expect.getState().testPath, cpu })}\n`);
  });
}

/** In microseconds. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return user + system + ofEnded();
}

function ofEnded(): number {
  if (!existsSync(OWN)) return 0;
  // Its second field is a name in brackets, which may have blanks.
  const fields = readFileSync(OWN, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_US;
}
