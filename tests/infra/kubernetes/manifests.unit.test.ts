/** The manifests of Kubernetes say what the code reads and serves. That they are valid is checked by `npm run infra:check`. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROVIDERS } from "../../../activities/models/base/providers.ts";
import { healthRoutes } from "../../../api/observe/health.ts";
import { loadConfig } from "../../../infra/base/config.infra-base.ts";
import { environmentSchema } from "../../../infra/base/environment.ts";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { version } from "../../../infra/base/version.ts";
import { queuesOf } from "../../../infra/cdk/workers/functions.ts";
import { createMetrics } from "../../../infra/metrics/index.ts";
import { serveMetrics } from "../../../infra/metrics/listener.ts";
import { type Deployment, kustomization, objects, variablesOf } from "./manifests.ts";

const deployments = objects<Deployment>("Deployment");
/** What the Secret `parley` has. */
const SECRET = { PARLEY_SECRET: "a secret of this test" };
/** Read by Node itself. */
const OF_NODE = ["NODE_OPTIONS"];

test("each variable of a pod is one that Parley reads, and together they are valid", () => {
  for (const deployment of deployments) {
    const variables = variablesOf(deployment);
    const names = Object.keys(variables).filter((name) => !OF_NODE.includes(name));
    expect(Object.keys(environmentSchema.shape)).toEqual(expect.arrayContaining(names));
    expect(loadConfig({ ...variables, ...SECRET })).toMatchObject({ embedded: "off", host: "0.0.0.0" });
  }
});

test("both are the image of this version, started by the commands of its program", () => {
  const tags = ["base", "example"].flatMap((folder) => kustomization(folder).images ?? []).map((it) => it.newTag);
  expect(tags).toEqual([version(), version()]);
  const started = deployments.map(({ metadata, spec }) => [metadata.name, ...spec.template.spec.containers[0].args]);
  expect(started).toEqual([
    ["parley-api", "api"],
    ["parley-worker", "worker"],
  ]);
});

test("only the workers have the providers' keys, and the Secrets are those that the page makes", () => {
  const page = readFileSync(new URL("../../../docs/kubernetes.md", import.meta.url), "utf8");
  const made = [...page.matchAll(/create secret generic (\S+)/g)].map(([, name]) => name);
  const [api, worker] = deployments.map(({ spec }) =>
    spec.template.spec.containers[0].envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
  );
  expect(api).toEqual(["parley"]);
  expect(worker).toEqual(made);
});

test("the API's probes are its routes of health, at its port", () => {
  const [api] = deployments.map(({ spec }) => spec.template.spec.containers[0]);
  const probes = [api?.startupProbe, api?.livenessProbe, api?.readinessProbe];
  expect(probes.map((probe) => `GET ${probe?.httpGet.path}`)).toEqual(["GET /healthz", "GET /healthz", "GET /readyz"]);
  expect(healthRoutes.map(({ at }) => at)).toEqual(["GET /healthz", "GET /readyz"]);
  expect(loadConfig({ ...variablesOf(deployments[0] as Deployment), ...SECRET }).port).toBe(
    api?.ports[0]?.containerPort,
  );
});

test("a worker's probes ask for what it serves, at its port", async () => {
  const worker = deployments[1] as Deployment;
  const { ports, startupProbe, livenessProbe } = worker.spec.template.spec.containers[0];
  expect(loadConfig({ ...variablesOf(worker), ...SECRET }).metricsPort).toBe(ports[0]?.containerPort);
  const { meter } = createMetrics();
  const listener = await serveMetrics({ meter, host: "127.0.0.1", port: await freePort() });
  try {
    for (const { httpGet } of [startupProbe, livenessProbe])
      expect((await fetch(new URL(httpGet.path, listener.url))).status).toBe(200);
  } finally {
    await listener.stop();
  }
});

test("the workers are scaled by every task queue that has a name of its own", () => {
  const [scaled] = objects<{ spec: { triggers: { metadata: { taskQueue: string } }[] } }>("ScaledObject");
  const providers = PROVIDERS.filter(({ demo }) => !demo).map(({ id }) => id);
  expect(scaled?.spec.triggers.map(({ metadata }) => metadata.taskQueue)).toEqual(
    queuesOf(providers).map(({ queue }) => queue),
  );
});

test("every selector chooses pods of one deployment", () => {
  const labels = deployments.map(({ metadata }) => metadata.name.replace("parley-", ""));
  const ofBudgets = objects<Selecting>("PodDisruptionBudget").map(({ spec }) => spec.selector?.matchLabels);
  const ofPolicies = objects<Selecting>("NetworkPolicy").map(({ spec }) => spec.podSelector?.matchLabels);
  const expected = labels.map((component) => ({
    "app.kubernetes.io/name": "parley",
    "app.kubernetes.io/component": component,
  }));
  expect(deployments.map(({ spec }) => spec.template.metadata.labels)).toEqual(expected);
  expect(ofBudgets).toEqual(expected);
  expect(ofPolicies).toEqual(expected);
});

interface Selecting {
  spec: Partial<Record<"selector" | "podSelector", { matchLabels: Record<string, string> }>>;
}
