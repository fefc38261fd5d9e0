/** Follows a log from a place, in a process that a test kills; leaves and comes back. Prints each event's JSON. */
import { isTerminalEvent } from "../../../domain/play/events/events.ts";
import { createStore } from "../../../store/index.ts";

const { table, debate, after } = JSON.parse(process.argv[2] ?? "{}");
const STAY = 40;
const store = createStore(table);
const signal = new AbortController().signal;
for (let [at, over] = [after as number, false]; !over; ) {
  let left = STAY;
  for await (const event of store.log.follow({ debate, after: at, signal })) {
    process.stdout.write(`${JSON.stringify(event)}\n`);
    at = event.id;
    over = isTerminalEvent(event.type);
    if (--left === 0) break;
  }
}
store.close();
