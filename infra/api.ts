/** `npm run api`: the HTTP API alone; workers run elsewhere. */
import { main } from "./main.ts";

await main({ workers: false, api: true });
