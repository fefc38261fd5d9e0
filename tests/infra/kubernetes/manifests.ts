/** The objects of `infra/kubernetes/`, read as its files have them: kustomize only merges settings and names images. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

const FOLDER = join(import.meta.dirname, "../../../infra/kubernetes");

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}

interface Container {
  name: string;
  image: string;
  args: string[];
  env: { name: string; value: string }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe?: Probe;
  resources: { limits: Record<string, string> };
}

export interface Deployment {
  kind: string;
  metadata: { name: string };
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: [Container]; terminationGracePeriodSeconds: number };
    };
  };
}

interface Kustomization {
  images?: { name: string; newTag: string }[];
  configMapGenerator?: { literals: string[] }[];
}

export function kustomization(folder: string): Kustomization {
  return parse(readFileSync(join(FOLDER, folder, "kustomization.yaml"), "utf8")) as Kustomization;
}

/** Everything of one kind, in the order of the files. */
export function objects<T>(kind: string): T[] {
  const files = globSync("*/*.yaml", { cwd: FOLDER }).toSorted();
  const texts = files.map((file) => readFileSync(join(FOLDER, file), "utf8"));
  const all = texts.flatMap((text) =>
    parseAllDocuments(text, { merge: true }).map((it) => it.toJS() as { kind: string }),
  );
  return all.filter((it) => it.kind === kind) as T[];
}

/** The variables of a pod, without its secrets. */
export function variablesOf({ spec }: Deployment): Record<string, string> {
  const literals = ["base", "example"].flatMap((folder) => kustomization(folder).configMapGenerator ?? []);
  const settings = literals.flatMap((it) =>
    it.literals.map((literal) => literal.split(/=(.*)/s, 2) as [string, string]),
  );
  const [{ env }] = spec.template.spec.containers;
  return { ...Object.fromEntries(settings), ...Object.fromEntries(env.map(({ name, value }) => [name, value])) };
}
