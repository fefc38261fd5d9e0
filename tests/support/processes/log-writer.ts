/** Writes its events, one append at a time, in a process that a test kills. Prints the number of each one written. */
import { createStore } from "../../../store/index.ts";
import { plain } from "../../store/fixtures.ts";

const { table, debate, name, events } = JSON.parse(process.argv[2] ?? "{}");
const store = createStore(table);
let since = 0;
for (let n = 1; n <= events; n++) {
  const { head } = await store.log.append({ debate, since, events: [{ ...plain(n), key: `${name}/${n}` }] });
  since = head;
  process.stdout.write(`${n}\n`);
}
store.close();
