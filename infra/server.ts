/** `npm start`: the stack, the workers and the API in one process. */
import { main } from "./main.ts";

await main({ workers: true, api: true });
