/** What `cdk` runs: `-c stage=dev|prod`, `-c workers=lambda|fargate`, `-c build=<version of the workers>`. */
import { App } from "aws-cdk-lib";
import { PACKAGES } from "../lambda/packages.ts";
import { version } from "../version.ts";
import { checkRules } from "./rules.ts";
import { createStack } from "./stack.ts";
import { stageOf, workerKindOf } from "./stages.ts";

const app = new App();
const context = (name: string, otherwise: string) => String(app.node.tryGetContext(name) ?? otherwise);
checkRules(app);
createStack(app, {
  stage: stageOf(context("stage", "dev")),
  workers: workerKindOf(context("workers", "lambda")),
  build: context("build", version()),
  packages: PACKAGES,
});
app.synth();
