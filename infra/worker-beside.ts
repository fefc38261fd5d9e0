/** A further process of workers, which a server or `npm run worker` starts beside itself. Its argument: which one it is. */
import { main } from "./main.ts";

await main({ workers: true, api: false, beside: Number(process.argv[2]) });
