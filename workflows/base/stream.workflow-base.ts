import { CancellationScope } from "@temporalio/workflow";

/** Why the workflow cancels a model call. */
export type Cut = "interrupted" | "round_timeout";

/** A model call under way. */
export class Stream {
  readonly scope = new CancellationScope();
  readonly id: string;
  readonly isTurn: boolean;
  reason: Cut | null = null;

  constructor({ id, isTurn = false }: { id: string; isTurn?: boolean }) {
    this.id = id;
    this.isTurn = isTurn;
  }

  cut(reason: Cut): void {
    this.reason ??= reason;
    this.scope.cancel();
  }
}
