/** Findings of cdk-nag that are meant to be, one construct and one rule at a time. */
import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

export function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}
