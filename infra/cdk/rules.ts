/** AWS's own list of what good solutions do, checked at every synthesis: a finding ends it. */
import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";

export function checkRules(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { writeSuppressionsToCloudFormation: true }));
}
