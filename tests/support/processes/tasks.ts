/** A program with a process for tasks, for tests that kill it. Prints a line once that process is ready. */
import { createPool } from "../../../infra/tasks/pool.task.ts";
import { catalogueOf } from "../models/catalogue.ts";

// Keeps it running: a process that is ready does not.
process.stdin.resume();
await createPool(catalogueOf()).warm();
process.stdout.write("\n");
