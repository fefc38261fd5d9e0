/**
 * Lambda's part for the API: loads the function and serves its URL on loopback, which it prints. A line more is printed
 * whenever an invocation is over: Lambda may freeze the process from then on.
 */
import { serveFunctionUrl } from "../lambda/function-url.ts";
import { installStreaming, isStreaming, type StreamingHandler } from "../lambda/streams.ts";

installStreaming();
const { handler } = (await import(process.argv[2] ?? "")) as { handler: StreamingHandler };
if (!isStreaming(handler)) throw new Error("the function does not stream its answers");
const ended = () => void process.stdout.write("ends\n");
process.stdout.write(`${await serveFunctionUrl(handler, ended)}\n`);
