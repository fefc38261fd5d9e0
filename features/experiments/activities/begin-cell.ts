/** Creates the debate of a cell. The cell keeps the id that was drawn first, so a repetition finds the same debate. */
import { randomBytes } from "node:crypto";
import { createChild } from "../../../activities/base/child-debate.activity-base.ts";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { keepingLimits, takePlace, waitsInQueue } from "../../../activities/quotas/child-place.ts";
import { ID_BYTES, idAt } from "../../../domain/base/ids.base.ts";
import { preview } from "../../../domain/base/text/text.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Amount, DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import { oneSentence } from "../../../domain/shapes/problems.shape.ts";
import { TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { withGiven } from "../domain/configure.experiment.ts";
import type { Cell, CellPlace, Definition, Item } from "../domain/experiment.ts";
import { CELLS, type OfExperiment } from "../domain/experiment-records.ts";
import { giveAnswers } from "./give-answers.ts";
import { configuredCell, requireDefinition, requireItem } from "./load.experiment-activity.ts";

export interface BeginCellInput {
  experiment: OfExperiment;
  place: CellPlace;
  /** What the debate may take; zero: no limit of the experiment. */
  reserve: Amount;
  /** Numbers of the shared answers that the debate begins with. */
  first?: number[];
}

/** Null: the cell has failed, and says why. */
export interface CellBegun {
  plan: DebatePlan | null;
  /** It waits for its turn in the queue of its tenant. */
  queued?: true;
}

/** Draws another id when a debate of somebody else has this one. */
const ID_TRIES = 3;
const LONGEST_ERROR = 500;

export const beginCell =
  (deps: ActivityDeps) =>
  async ({ experiment, place, reserve, first = [] }: BeginCellInput): Promise<CellBegun> => {
    const definition = await requireDefinition(deps, experiment);
    const item = await requireItem(deps, experiment, place.item);
    const cap = capOf(definition, reserve);
    const { config, problems } = await keepingLimits(deps, {
      tenant: experiment.tenant,
      key: definition.key ?? null,
      ...(await configuredCell(deps, { tenant: experiment.tenant, definition, place, item, cap })),
    });
    if (config) {
      const begun = { ...config, ...withGiven(config, first) };
      const plan = await createCell(deps, { experiment, definition, place, item, config: begun });
      await giveAnswers(deps, { experiment, place, config: begun, debateId: plan.debateId });
      return { plan, ...(await waitsInQueue(deps, plan)) };
    }
    await deps.store.records.put(experiment, CELLS, {
      ...newCell({ place, item, debateId: null }),
      status: "failed",
      error: preview(`the debate is not valid: ${oneSentence(problems)}`, LONGEST_ERROR),
    });
    return { plan: null };
  };

interface Creating {
  experiment: OfExperiment;
  definition: Definition;
  place: CellPlace;
  item: Item;
  config: DebateConfig;
}

async function createCell(deps: ActivityDeps, input: Creating): Promise<DebatePlan> {
  const { experiment, place, item } = input;
  const { records } = deps.store;
  for (let attempt = 0; attempt < ID_TRIES; attempt++) {
    const drawn = idAt("deb", deps.now(), randomBytes(ID_BYTES));
    const cell = await records.put(experiment, CELLS, newCell({ place, item, debateId: drawn }));
    const plan = cell.debateId && (await createDebate(deps, input, cell.debateId));
    if (plan) return plan;
    await records.remove(experiment, CELLS, place);
  }
  throw new Error("no free id was found");
}

/** Null: the id is another debate's. */
function createDebate(deps: ActivityDeps, input: Creating, debateId: string): Promise<DebatePlan | null> {
  const { experiment, definition, config } = input;
  const { durations, continueAfterEvents } = definition;
  const key = { tenant: experiment.tenant, debateId };
  const isOurs = (found: DebateConfig | undefined) => isOf(found, input);
  const queue = (record: DebateRecord) => takePlace(deps, { record, key: definition.key ?? null });
  return createChild(deps, { key, config, durations, continueAfterEvents, isOurs, queue });
}

function isOf(config: DebateConfig | undefined, { experiment, item, place }: Creating): boolean {
  const { metadata = {} } = config ?? {};
  return (
    metadata["experiment"] === experiment.experimentId &&
    metadata["item"] === item.id &&
    metadata["repetition"] === String(place.repetition)
  );
}

/** Only the kinds of limits that the experiment has. */
function capOf({ budget }: Definition, { costMicroUsd, tokens }: Amount) {
  return {
    ...(budget?.maxCostUsd !== undefined && { maxCostUsd: costMicroUsd / 1_000_000 }),
    ...(budget?.maxTokens !== undefined && { maxTokens: tokens }),
  };
}

export function newCell(input: { place: CellPlace; item: Item; debateId: string | null }): Cell {
  const { place, item, debateId } = input;
  return {
    arm: place.arm,
    item: place.item,
    repetition: place.repetition,
    status: "started",
    debateId,
    answer: null,
    expected: item.expected,
    correct: null,
    rounds: [],
    spend: NO_SPEND,
    error: null,
  };
}

export function formOf({ answers }: Item) {
  return answers ?? TEXT;
}
