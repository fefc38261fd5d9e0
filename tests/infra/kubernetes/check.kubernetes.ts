/**
 * Builds `infra/kubernetes/` by kustomize as a cluster gets it, with each of the two autoscalers, and holds that against the
 * schemas of Kubernetes by kubeconform: of the oldest and the newest version that the page names.
 */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { goTool } from "../../support/servers/go-tool.ts";
import { pythonTool } from "../../support/servers/python-tool.ts";

const ROOT = join(import.meta.dirname, "../../..");
const KUBECONFORM = "v0.8.0";
/** Newer ones need a newer Go. */
const KUSTOMIZE = "v5.8.1";
/** Its package has the schemas of each version of Kubernetes. */
const KUBERNETES_VALIDATE = "1.37.0";
const VERSIONS = ["1.30.0", "1.37.0"];
const BUILT = ["infra/kubernetes/example", "tests/infra/kubernetes/by-cpu"];
/** The schema of what others than Kubernetes have defined. */
const OWN = "scaledobject-keda-v1alpha1.json";
/** Files of the schemas of what there is. */
const KINDS = [
  "configmap-v1",
  "deployment-apps-v1",
  "horizontalpodautoscaler-autoscaling-v2",
  "networkpolicy-networking-v1",
  "poddisruptionbudget-policy-v1",
  "service-v1",
  "serviceaccount-v1",
].map((name) => `${name}.json`);
const run = promisify(execFile);

type Say = (line: string) => void;

/** 0 when nothing is wrong. */
export async function checkKubernetes(say: Say): Promise<number> {
  const tools = await toolsOf(say);
  if (tools === null) {
    say("SKIPPED: kustomize and kubeconform need Go and python3, and one is missing");
    return 0;
  }
  await using open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "parley-kubernetes-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const built = await Promise.all(BUILT.map((each) => build(tools.kustomize, each, folder)));
  for (const version of VERSIONS) {
    await writeSchemas(join(tools.schemas, `v${version}-local-strict`), folder);
    const schemas = join(folder, "{{ .ResourceKind }}{{ .KindSuffix }}.json");
    const args = ["-strict", "-summary", "-kubernetes-version", version, "-schema-location", schemas, ...built];
    const { said, status } = await run(tools.kubeconform, args).then(
      ({ stdout }) => ({ said: stdout, status: 0 }),
      ({ stdout, stderr }: Record<"stdout" | "stderr", string>) => ({ said: `${stdout}${stderr}`, status: 1 }),
    );
    say(`kubeconform, Kubernetes ${version}: ${said.trim()}`);
    if (status !== 0) return status;
  }
  return 0;
}

async function toolsOf(say: Say) {
  const kustomize = await goTool({ module: "sigs.k8s.io/kustomize/kustomize/v5", version: KUSTOMIZE });
  const kubeconform = await goTool({ module: "github.com/yannh/kubeconform/cmd/kubeconform", version: KUBECONFORM });
  const python = await pythonTool({
    name: "kubernetes-validate",
    version: KUBERNETES_VALIDATE,
    packages: ["--no-deps", `kubernetes-validate==${KUBERNETES_VALIDATE}`],
    say,
  });
  if (kustomize === null || kubeconform === null || python === null) return null;
  const [schemas] = globSync(join(python, "../../lib/*/site-packages/kubernetes_validate/kubernetes-json-schema"));
  if (schemas === undefined) throw new Error(`kubernetes-validate ${KUBERNETES_VALIDATE} has no schemas`);
  return { kustomize, kubeconform, schemas };
}

/** Path of the file with everything that `kubectl apply --kustomize` would send. */
async function build(kustomize: string, from: string, folder: string): Promise<string> {
  const path = join(folder, `${basename(from)}.yaml`);
  const { stdout } = await run(kustomize, ["build", join(ROOT, from)]);
  await writeFile(path, stdout);
  return path;
}

/** Schemas refer to one file of definitions by an address that nobody serves: each gets a copy. */
async function writeSchemas(from: string, folder: string): Promise<void> {
  const local = (text: string) =>
    JSON.parse(text.replaceAll("/api/_definitions.json#", "#")) as Record<string, unknown>;
  const { $defs } = local(await readFile(join(from, "_definitions.json"), "utf8"));
  const paths = [...KINDS.map((name) => join(from, name)), join(import.meta.dirname, OWN)];
  for (const path of paths)
    await writeFile(join(folder, basename(path)), JSON.stringify({ ...local(await readFile(path, "utf8")), $defs }));
}
