/**
 * The app of `cdk`: `-c stage=dev|prod`, `-c workers=lambda|fargate` and `-c build=<version of the workers>`. The default
 * build follows from the workflows' code, so that debates stay on the code they began on.
 */
import { App } from "aws-cdk-lib";
import { defaultBuildId } from "../base/build-id.ts";
import { PACKAGES } from "../lambda/packages.ts";
import { checkRules } from "./base/rules.ts";
import { stageOf, workerKindOf } from "./base/stages.ts";
import { createStacks } from "./stack.cdk.ts";

const app = new App();
const context = (name: string, otherwise: string) => String(app.node.tryGetContext(name) ?? otherwise);
checkRules(app);
createStacks(app, {
  stage: stageOf(context("stage", "dev")),
  workers: workerKindOf(context("workers", "lambda")),
  build: context("build", await defaultBuildId()),
  packages: PACKAGES,
});
app.synth();
