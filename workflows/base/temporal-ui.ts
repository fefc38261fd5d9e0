/** What Temporal's UI shows of a debate: search attributes, and the current details in Markdown. */
import { defineSearchAttributeKey } from "@temporalio/common";
import { setCurrentDetails, upsertSearchAttributes } from "@temporalio/workflow";
import type { OngoingDebate } from "../../domain/play/state/ports.play.ts";
import { costUsdOf, totalOf } from "../../domain/shapes/state/costs.state.ts";
import { detailsOf } from "../../domain/show/current-details.ts";

const STATUS = defineSearchAttributeKey("DebateStatus", "KEYWORD");
const ROUND = defineSearchAttributeKey("DebateRound", "INT");
const COST = defineSearchAttributeKey("DebateCostUsd", "DOUBLE");

export class TemporalUi {
  /** Status and round: the search attributes are written only when these change, since each write is a history event. */
  private shown = "";
  private said: string[] = [];

  /** Adds a line to the newest things said. */
  say(line: string): void {
    this.said = [...this.said, line].slice(-6);
  }

  /** `now`: a sentence on what the debate does; left out where it is over. */
  show(run: Pick<OngoingDebate, "plan" | "state">, now = ""): void {
    const { status, round } = run.state;
    const key = `${status} ${round}`;
    if (key !== this.shown) {
      const cost = costUsdOf(totalOf(run.state)) ?? 0;
      upsertSearchAttributes([
        { key: STATUS, value: status },
        { key: ROUND, value: round },
        { key: COST, value: cost },
      ]);
      this.shown = key;
    }
    setCurrentDetails(detailsOf(run, { now, said: this.said }));
  }
}
