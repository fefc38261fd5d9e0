import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeployProgram } from "../../../infra/deploy/program.deploy.ts";
import { type Version, versionsOf } from "../../../infra/deploy/versions.deploy.ts";
import { webhookWorkflowId } from "../../../workflows/base/messages.workflow-base.ts";
import { type Receiver, SECRET, startReceiver } from "../../support/servers/receiver.ts";
import { bundleWith, UNGUARDED } from "../../support/tomorrow.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf, type World } from "../../support/world.ts";

let world: World;
let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-versions-"));
  receiver = await startReceiver();
  world = await openWorld({ workers: false, webhookAllowPrivate: true, continueAfterEvents: 60 });
});
afterAll(async () => {
  await world.stop();
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

function deployment() {
  return { namespace: world.namespace, name: world.taskQueue };
}

async function deploy(...argv: string[]): Promise<string> {
  let said = "";
  const program = createDeployProgram({
    deployment: deployment(),
    withTemporal: <T>(use: (temporal: Client) => Promise<T>) => use(world.client),
    out: (text) => {
      said += text;
    },
  });
  await program.parseAsync(argv, { from: "user" });
  return said;
}

/** Promoted as soon as its workers have been seen. */
async function promoted(buildId: string): Promise<void> {
  await expect
    .poll(() => deploy("promote", "--build-id", buildId).catch(String), { timeout: 50_000 })
    .toContain("begin");
}

/** The build ids that did the workflow tasks of all its runs, each once. */
async function versionsThatRan(workflowId: string): Promise<{ builds: string[]; runs: number }> {
  const runs: string[] = [];
  for await (const { runId } of world.client.workflow.list({ query: `WorkflowId = "${workflowId}"` })) runs.push(runId);
  const histories = await Promise.all(
    runs.map((runId) => world.client.workflow.getHandle(workflowId, runId).fetchHistory()),
  );
  const tasks = histories.flatMap(({ events }) =>
    (events ?? []).flatMap((e) => e.workflowTaskCompletedEventAttributes ?? []),
  );
  return { builds: [...new Set(tasks.map((t) => t.deploymentVersion?.buildId ?? "none"))], runs: runs.length };
}

const pinned = (versions: Version[]) => versions.map(({ buildId, isCurrent, pinned: n }) => [buildId, isCurrent, n]);

it("a debate ends on the version that it began on, through continue-as-new, while new ones begin on the promoted one", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const tomorrow = await bundleWith(folder, UNGUARDED);
  const deploymentName = deployment().name;
  await using workers = new AsyncDisposableStack();
  workers.adopt(await world.openWorkers(undefined, { deploymentName, buildId: "1.0" }), (each) => each.stop());
  await promoted("1.0");

  const webhook = { url: receiver.url, secret: SECRET, events: ["debate.completed"] };
  const old = await world.create(requestOf({ maxRounds: 8, webhook }));
  await world.until(old.id, (e) => e.type === "round.completed");
  await world.post(`/v1/debates/${old.id}/pause`);
  await world.until(old.id, (e: FlatEvent) => e.type === "debate.status" && e["status"] === "paused");

  workers.adopt(await world.openWorkers(tomorrow, { deploymentName, buildId: "1.1" }), (each) => each.stop());
  await promoted("1.1");
  const fresh = await world.create(requestOf({ maxRounds: 1 }));
  expect((await world.finished(fresh.id)).at(-1)?.type).toBe("debate.completed");
  await expect
    .poll(async () => pinned(await versionsOf(world.client, deployment())), { timeout: 50_000 })
    .toEqual([
      ["1.1", true, 0],
      ["1.0", false, 1],
    ]);
  expect(await deploy("status")).toMatch(/^1\.1 +current +0 debates .*\n1\.0 +draining +1 debate /);

  expect((await world.post(`/v1/debates/${old.id}/resume`)).status).toBe(200);
  expect((await world.finished(old.id)).at(-1)?.type).toBe("debate.completed");
  await world.handle(old.id).result();
  const runs = async () => (await versionsThatRan(old.id)).runs;
  await expect.poll(runs, { message: "it continued as new", timeout: 50_000 }).toBeGreaterThan(1);
  expect((await versionsThatRan(old.id)).builds).toEqual(["1.0"]);
  expect((await versionsThatRan(fresh.id)).builds).toEqual(["1.1"]);

  await receiver.until((received) => received.length > 0);
  await world.client.workflow.getHandle(webhookWorkflowId(old.id)).result();
  expect((await versionsThatRan(webhookWorkflowId(old.id))).builds, "deliveries move on").toContain("1.1");
}, 120_000);

it("a version without workers is refused in Temporal's words", async () => {
  await expect(deploy("promote", "--build-id", "never-started")).rejects.toThrow(/never-started|not found|no pollers/i);
  await expect(deploy("promote")).rejects.toThrow("--build-id");
});
