/**
 * What `npm start` takes of a machine, by process: memory (PSS) at rest and at the peak of 40 debates at once, and the
 * CPU time of those debates. Each has 3 speakers at once, 4 rounds and 17 calls. Models and readers are in this process
 * and do not count. On Linux.
 *
 *     npm run bench -- memory
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addressOf } from "../support/servers/parley.ts";
import { debaters, type World } from "../support/world.ts";
import { debateOf17, SPEAKERS, SPEECH } from "./debate-of-17.ts";
import { type ProcessUsage, usageOf } from "./process-tree.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const AT_ONCE = 40;
/** What starting leaves behind is collected by then. */
const SETTLED_MS = 10_000;
const SAMPLE_MS = 500;
export async function benchMemory({ models }: World): Promise<string[]> {
  models.use(debaters(SPEAKERS, { turn: () => ({ text: SPEECH, usage: { input: 400, output: 300 } }) }));
  const dataDir = await mkdtemp(join(tmpdir(), "parley-memory-"));
  const npm = startNpm(dataDir, models.url);
  try {
    const url = await addressOf(npm);
    const root = npm.pid as number;
    await debateOf17(url, "openai-compatible");
    await sleep(SETTLED_MS);
    const rest = usageOf(root);
    const begun = performance.now();
    const peak = await peakDuring(root, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => debateOf17(url, "openai-compatible"))),
    );
    const seconds = (performance.now() - begun) / 1000;
    return report({ rest, peak, ended: usageOf(root), seconds });
  } finally {
    npm.kill("SIGTERM");
    await once(npm, "exit");
    await rm(dataDir, { recursive: true, force: true });
  }
}

function startNpm(dataDir: string, modelsUrl: string) {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = {
    PATH,
    HOME,
    XDG_CACHE_HOME,
    PARLEY_DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "warn",
    OPENAI_COMPATIBLE_BASE_URL: `${modelsUrl}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "none",
  };
  return spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
}

type Usage = Map<number, ProcessUsage>;

/** The sample in which all processes together had most. */
async function peakDuring(root: number, work: () => Promise<unknown>): Promise<Usage> {
  let peak: Usage = new Map();
  const timer = setInterval(() => {
    const now = usageOf(root);
    if (sum(now, "pss") > sum(peak, "pss")) peak = now;
  }, SAMPLE_MS);
  try {
    await work();
    return peak;
  } finally {
    clearInterval(timer);
  }
}

function sum(usage: Usage, of: "pss" | "cpuSeconds"): number {
  return usage.values().reduce((total, one) => total + one[of], 0);
}

function report({ rest, peak, ended, seconds }: { rest: Usage; peak: Usage; ended: Usage; seconds: number }): string[] {
  const row = (name: string, atRest: number, atPeak: number, cpu: number) =>
    `  ${name.padEnd(12)} ${atRest.toFixed(0).padStart(8)} ${atPeak.toFixed(0).padStart(8)} ${cpu.toFixed(1).padStart(8)}`;
  const used = (pid: number) => (ended.get(pid)?.cpuSeconds ?? 0) - (rest.get(pid)?.cpuSeconds ?? 0);
  const all = [...ended.keys()];
  return [
    `memory: \`npm start\`, ${AT_ONCE} debates at once (wanted: at most 600 MiB at rest, 1,024 with the debates)`,
    `  ${"".padEnd(12)} ${"at rest".padStart(8)} ${"at peak".padStart(8)} ${"CPU s".padStart(8)}`,
    ...all.map((pid) => row(ended.get(pid)?.name ?? "", rest.get(pid)?.pss ?? 0, peak.get(pid)?.pss ?? 0, used(pid))),
    row(
      "all",
      sum(rest, "pss"),
      sum(peak, "pss"),
      all.map(used).reduce((a, b) => a + b, 0),
    ),
    `  ${(AT_ONCE / seconds).toFixed(1)} debates a second`,
  ];
}
