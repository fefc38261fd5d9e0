/** One process: its own log over the one table, a network that loses requests and answers, and a death at any await. */
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { EventLog } from "../../../store/port/log.port.ts";
import type { Item, ItemKey } from "../../../store/table/keys.table.ts";
import type { QueryInput } from "../../../store/table/queries.ts";
import type { Table } from "../../../store/table/table.ts";
import type { Engine } from "./engine.ts";
import type { Luck } from "./plan.ts";

/** Waits until the scheduler lets this step happen. */
export type Step = (label: string) => Promise<void>;
export type OpenLog = (table: Table) => EventLog;

export interface Machine {
  log: EventLog;
  died: Promise<void>;
  isDead(): boolean;
}

interface MachineInput {
  name: string;
  engine: Engine;
  step: Step;
  open: OpenLog;
  /** What happens to its requests, one after the other; the rest go well. */
  luck: readonly Luck[];
}

const NEVER = new Promise<never>(() => {});
const WELL: Luck = { fate: "well", split: 0 };

export function createMachine({ name, engine, step, open, luck }: MachineInput): Machine {
  const dying = Promise.withResolvers<void>();
  const left = [...luck];
  let dead = false;

  function die(): Promise<never> {
    dead = true;
    dying.resolve();
    return NEVER;
  }

  const sent = (what: string) => step(`${name} ${what}`);

  /** The answer travels too; a dead process hears nothing. */
  async function answer<T>(value: T): Promise<T> {
    await sent("hears");
    return dead ? NEVER : value;
  }

  async function timeOut(): Promise<never> {
    await answer(null);
    throw new ParleyError("unavailable", "the store does not answer");
  }

  async function putIfAbsent(item: Item): Promise<boolean> {
    const { fate } = left.shift() ?? WELL;
    if (dead) return NEVER;
    if (fate === "dies") return die();
    if (fate === "lost") return timeOut();
    const taken = sent(`puts ${item.SK.slice(-3)}`).then(() => engine.putIfAbsent(item));
    // The put is under way: it takes effect before or after the process gives up or dies.
    if (fate === "unheard") return timeOut();
    if (fate === "dies-meanwhile") return sent("dies").then(die);
    const first = await taken;
    // The client itself tried again after a lost answer.
    return answer(fate === "doubled" ? false : first);
  }

  async function query(input: QueryInput): ReturnType<Table["query"]> {
    const { fate, split } = left.shift() ?? WELL;
    if (dead) return NEVER;
    if (fate === "dies") return die();
    if (fate === "lost" || fate === "unheard") return timeOut();
    await sent("asks");
    if (fate === "dies-meanwhile") return die();
    const rest = engine.query(input, split);
    if (split > 0) await sent("asks on");
    return answer(rest());
  }

  async function getMany(keys: ItemKey[]): Promise<Item[]> {
    const { fate, split } = left.shift() ?? WELL;
    if (dead) return NEVER;
    if (fate === "dies") return die();
    if (fate === "lost" || fate === "unheard") return timeOut();
    await sent("looks");
    if (fate === "dies-meanwhile") return die();
    return answer(engine.getMany(keys, split));
  }

  const table = { name, putIfAbsent, query, getMany } as Partial<Table> as Table;
  return { log: open(table), died: dying.promise, isDead: () => dead };
}
