/** `npm run budget`: says what scripted debates cost more than `budget.json` has; `-- --write` renews the file. */
import { openLane } from "../open-lane.ts";
import { overspent, readBudget, writeBudget } from "./budget.ts";
import { DEBATES } from "./play.ts";

const isWriting = process.argv.includes("--write");
await using open = new AsyncDisposableStack();
const lane = await openLane(open);
if (isWriting) await writeBudget(lane);
else {
  const budget = await readBudget();
  for (const name of Object.keys(DEBATES))
    for (const sentence of await overspent(lane, name, budget)) {
      process.stdout.write(`${sentence}\n`);
      process.exitCode = 1;
    }
}
await open.disposeAsync();
process.exit();
