/**
 * What `cdk` runs: `-c stage=dev|prod`, `-c workers=lambda|fargate`, `-c build=<version of the workers>`; the
 * build is otherwise told by the code of the workflows, so that debates never go on on other code than they began on.
 */
import { App } from "aws-cdk-lib";
import { defaultBuildId } from "../deploy/build-id.ts";
import { PACKAGES } from "../lambda/packages.ts";
import { checkRules } from "./rules.ts";
import { createStacks } from "./stack.ts";
import { stageOf, workerKindOf } from "./stages.ts";

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
