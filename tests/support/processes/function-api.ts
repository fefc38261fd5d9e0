/** Lambda's part for the API: loads the function and serves its URL on loopback, which it prints. */
import { serveFunctionUrl } from "../lambda/function-url.ts";
import { installStreaming, type StreamingHandler } from "../lambda/streams.ts";

installStreaming();
const { handler } = (await import(process.argv[2] ?? "")) as { handler: StreamingHandler };
process.stdout.write(`${await serveFunctionUrl(handler)}\n`);
