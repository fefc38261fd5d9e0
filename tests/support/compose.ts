/** The services of compose.yaml as processes of this machine: their commands, environments and health checks. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Service {
  command: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
}

export interface Runnable {
  argv: string[];
  env: Record<string, string>;
  /** Ends with 0 when the service is healthy. */
  health: string[];
}

/** A variable that the person who starts it has to set. */
const REQUIRED = /\$\{\w+:\?[^}]*\}/;
/** A variable that may be left out, and what then takes its place. */
const OPTIONAL = /\$\{\w+:-([^}]*)\}/g;

/** `replaced`: what stands in the files, such as a port, and what takes its place on this machine. */
export function composed(replaced: Record<string, string>): Record<string, Runnable> {
  const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> };
  const pattern = new RegExp([REQUIRED.source, ...Object.keys(replaced)].join("|"), "g");
  const put = (text: string) =>
    text
      .replaceAll(OPTIONAL, (_, usual: string) => usual)
      .replaceAll(pattern, (found) => replaced[found] ?? "a value of this test");
  const last = image();
  const runnable = ([name, { command, environment = {}, ...service }]: [string, Service]): [string, Runnable] => {
    const own = name === "temporal" ? ["temporal"] : instruction(last, "ENTRYPOINT");
    const argv = [...(service.entrypoint ?? own), ...command];
    const health = service.healthcheck?.test.slice(1) ?? instruction(last, "HEALTHCHECK .*CMD");
    const env = Object.entries(environment).map(([variable, value]) => [variable, put(value)]);
    return [name, { argv: argv.map(put), env: Object.fromEntries(env), health: health.map(put) }];
  };
  return Object.fromEntries(Object.entries(services).map(runnable));
}

/** What is run last when the image is built; `app` takes the place of its folder. */
export function preparation(app: string): string[] {
  return instruction(image(), "RUN").map((argument) => argument.replace("/app", app));
}

/** Parley's own stage. */
function image(): string {
  return (
    read("Dockerfile")
      .split(/^FROM /m)
      .at(-1) ?? ""
  );
}

/** An instruction's arguments, as JSON. */
function instruction(stage: string, name: string): string[] {
  const [, text = ""] = new RegExp(`^${name} (\\[.*\\])$`, "m").exec(stage) ?? [];
  return JSON.parse(text) as string[];
}

function read(name: string): string {
  return readFileSync(`${ROOT}${name}`, "utf8");
}
