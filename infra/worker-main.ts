/** `npm run worker`: workers alone; the API runs elsewhere. */
import { main } from "./main.ts";

await main({ workers: true, api: false });
