/**
 * Lambda's part for one worker: loads the function once and invokes it again and again, each time with a deadline. Prints
 * a line when an invocation begins and when it ends. A SIGTERM lets the last one end.
 */
import { randomUUID } from "node:crypto";

const [file = "", seconds = "10"] = process.argv.slice(2);
const { handler } = (await import(file)) as { handler: (event: object, context: object) => Promise<void> };
const told = new AbortController();
process.once("SIGTERM", () => told.abort());

while (!told.signal.aborted) {
  const deadline = Date.now() + Number(seconds) * 1000;
  process.stdout.write("begins\n");
  await handler(
    {},
    {
      getRemainingTimeInMillis: () => deadline - Date.now(),
      awsRequestId: randomUUID(),
      invokedFunctionArn: "arn:aws:lambda:eu-central-1:123456789012:function:parley-worker",
    },
  );
  process.stdout.write(Date.now() > deadline ? "late\n" : "ends\n");
}
process.exit(0);
