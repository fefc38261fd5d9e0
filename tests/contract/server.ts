/** A whole Parley for the contract run: in a folder of its own, with demo debates, templates and keys of one tenant. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createApiKey } from "../../api/access/api-keys.access.ts";
import { loadConfig } from "../../infra/base/config.infra-base.ts";
import { withStore } from "../../infra/cli/keys/store.command.ts";
import { createLogger, installTemporalRuntime } from "../../infra/log/logger.ts";
import { type Parley, startParley } from "../../infra/parley.ts";

const TENANT = "contract";

export interface ContractServer {
  url: string;
  token: string;
  stop(): Promise<void>;
}

interface Ids {
  debates: string[];
  /** Debates that no other operation will miss. */
  erasable: string[];
  turns: string[];
  templates: string[];
  presets: string[];
  schedules: string[];
  keys: string[];
  files: string[];
  shares: string[];
}

/** Starts it in `folder`, and writes the ids there are to `<folder>/<kind>.txt`, one a line, quoted. */
export async function startContractServer(folder: string): Promise<ContractServer> {
  const config = loadConfig({ PARLEY_DATA_DIR: join(folder, "data"), PORT: "0", LOG_LEVEL: "error" });
  const progress = (line: string) => void process.stderr.write(`${line}\n`);
  const logger = createLogger(config.logLevel);
  installTemporalRuntime(logger);
  await mkdir(config.dataDir, { recursive: true });
  const request = { scopes: ["admin" as const], name: "the contract run's own" };
  const { key, token } = await withStore({ config, progress }, ({ records }) =>
    createApiKey(records, { tenant: TENANT, request, now: new Date() }),
  );
  const parley = await startParley({ config, logger, progress, workers: 1, apiPort: 0 });
  const url = addressOf(parley);
  const { erasable, ...ids } = await seed(url, token);
  await writeFile(join(folder, "kept.json"), JSON.stringify([key.id, ...ids.debates]));
  ids.debates.push(...erasable);
  for (const [kind, found] of Object.entries(ids))
    await writeFile(join(folder, `${kind}.txt`), found.map((id: string) => `"${id}"\n`).join(""));
  return { url, token, stop: () => parley.stop() };
}

function addressOf({ url }: Parley): string {
  if (url === null) throw new Error("the server has no API");
  return url;
}

const debate = (changes: object = {}) => ({
  topic: "Should cities ban cars?",
  format: "round-limited",
  maxRounds: 1,
  participants: [
    { name: "Ada", model: "demo/debater", position: "Cities should." },
    { name: "Ben", model: "demo/debater", position: "Cities should not." },
  ],
  judge: { model: "demo/judge" },
  tags: ["contract"],
  ...changes,
});

/** Debates that are over, a draft, one that is ready, one that is paused; templates and keys. */
async function seed(url: string, token: string): Promise<Ids> {
  const send = sender(url, token);
  const erasable = [];
  for (let n = 0; n < 4; n++) erasable.push(await send("/v1/debates", debate(), { prefer: "wait=60" }));
  const over = await send("/v1/debates", debate(), { prefer: "wait=60" });
  const other = await send("/v1/debates", debate({ topic: "Should cats vote?" }), { prefer: "wait=60" });
  const draft = await send("/v1/debates", { start: false, topic: "A draft" });
  const ready = await send("/v1/debates", debate({ start: false }));
  await send(`/v1/debates/${ready.id}/validate`, {});
  const paused = await send("/v1/debates", debate({ maxRounds: 3 }), { prefer: "wait=2" });
  await send(`/v1/debates/${paused.id}/pause`, {});
  const templates = [];
  await send("/v1/presets", { name: "weekly", request: { maxRounds: 2 } });
  const schedules = [];
  const keys = [];
  const files = [];
  const shares = [];
  for (let n = 0; n < 3; n++) {
    templates.push(await send("/v1/templates", { name: `Ask twice, ${n}`, text: "Ask again and listen." }));
    const body = { name: `${n}`, request: debate(), cron: "0 9 1 1 *", paused: true };
    schedules.push(await send("/v1/schedules", body));
    files.push(await send(`/v1/files?name=${n}.json`, { toll: n }));
    keys.push(await send("/v1/keys", { scopes: ["read"] }));
    shares.push(await send(`/v1/debates/${over.id}/shares`, { expiresInSeconds: 3_600 }));
  }
  const idsOf = (made: { id: string }[]) => made.map(({ id }) => id);
  return {
    debates: idsOf([over, other, draft, ready, paused]),
    erasable: idsOf(erasable),
    turns: ["g1-r1-t1", "g1-r1-t2"],
    templates: [...idsOf(templates), "steelman-first"],
    presets: ["weekly", "weekly@1", "quick", "decision@1"],
    schedules: idsOf(schedules),
    keys: idsOf(keys),
    files: idsOf(files),
    shares: idsOf(shares),
  };
}

function sender(url: string, token: string) {
  return async (path: string, body: object, headers: object = {}): Promise<{ id: string }> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
}
