/** What Ctrl-C does in `parley debate`: it offers to stop the debate, where a person is at the terminal. */
import { type Client, ParleyProblem } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { choose } from "../base/choose.ts";
import type { Streams } from "../base/cli.ts";
import type { Ask } from "../base/prompt.cli.ts";
import { plainLine } from "../base/terminal.ts";

interface Offer {
  debate: Debate;
  client: Pick<Client, "stop">;
  ask: Ask;
  err: (text: string) => void;
  /** Parley ends with this command. */
  own: boolean;
  signal: AbortSignal;
}

/** True if the person leaves the debate as it is. After `conclude` and `abandon` it is followed to its end. */
export async function offerToStop({ debate, client, ask, err, own, signal }: Offer): Promise<boolean> {
  const rest = own ? "it waits, and continues at the next start of Parley" : "it continues without you";
  const choice = await choose({
    ask,
    signal,
    question: "Stop this debate? (Ctrl-C again leaves at once)",
    options: [
      { id: "conclude", text: "conclude: the judge rules on what was said so far" },
      { id: "abandon", text: "abandon: it is cancelled, without a verdict" },
      { id: "leave", text: `leave: ${rest}` },
    ],
    enter: "leaves it",
  });
  if (choice === null || choice === "leave") return true;
  try {
    await client.stop(debate.id, { mode: choice });
  } catch (error) {
    if (!(error instanceof ParleyProblem)) throw error;
    err(`${plainLine(error.message)}\n`);
  }
  return false;
}

/** Streams whose output can be held back while something is asked. */
export function holdable(streams: Streams): { streams: Streams; hold: () => void; release: () => void } {
  let held: (() => void)[] | null = null;
  const holding = (write: (text: string) => void) => (text: string) => {
    if (held) held.push(() => write(text));
    else write(text);
  };
  return {
    streams: { ...streams, out: holding(streams.out), err: holding(streams.err) },
    hold: () => void (held ??= []),
    release() {
      const writes = held ?? [];
      held = null;
      for (const write of writes) write();
    },
  };
}
