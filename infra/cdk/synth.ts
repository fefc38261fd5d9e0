/** `npm run infra:synth`: the templates of all stages and kinds of workers, without credentials and network. */
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { PACKAGES } from "../lambda/packages.ts";
import { checkRules } from "./base/rules.ts";
import { STAGES, stageOf, type WorkerKind } from "./base/stages.ts";
import { createStacks } from "./stack.cdk.ts";

const KINDS: WorkerKind[] = ["lambda", "fargate"];
const OUT = join(import.meta.dirname, "../../.infra/templates");

for (const name of STAGES)
  for (const workers of KINDS) {
    const app = new App({ outdir: join(OUT, `${name}-${workers}`), context: { "aws:cdk:version-reporting": false } });
    checkRules(app);
    createStacks(app, { stage: stageOf(name), workers, packages: PACKAGES, build: "synth" });
    app.synth();
    process.stdout.write(`${name} with ${workers} workers: ${join(OUT, `${name}-${workers}`)}\n`);
  }
