/** What a debate's owner does with it: `parley say`, `rate`, `outcome`, `delete` and `import`. */
import type { Debate } from "../../api/client/index.ts";
import { interjectRoute } from "../../api/commands/interjections.commands-api.ts";
import { deleteDebate } from "../../api/debates/erase.ts";
import { reportOutcome } from "../../api/debates/outcome.debates-api.ts";
import { rateDebate } from "../../api/debates/rating.debates-api.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import { UsageError } from "./base/arguments.cli.ts";
import { routeCommand } from "./base/route.cli.ts";
import { plainLine, shortened } from "./base/terminal.ts";

/** Characters. */
const LONGEST_TOPIC = 80;

export const registerSay = routeCommand({
  route: interjectRoute,
  name: "say",
  takes: { text: "what they read" },
  options: { to: { flags: "--to <participant>", help: "the name or id of the only one who reads it" } },
  asks: async ({ id, to }, { client }) =>
    to === undefined ? {} : { to: participantOf(await (await client()).get(id), to).id },
  says: async (_, { id, to }, { client }) =>
    to === undefined
      ? "all read it from now on\n"
      : `${plainLine(participantOf(await (await client()).get(id), to).name)} reads it from now on\n`,
});

export const registerRate = routeCommand({
  route: rateDebate,
  name: "rate",
  takes: { rating: true },
  says: ({ rating }, { id }) => `${id}: rated ${rating} of 5\n`,
});

export const registerOutcome = routeCommand({
  route: reportOutcome,
  name: "outcome",
  takes: { outcome: true },
  says: ({ outcome }, { id }) => `${id}: the outcome is ${outcome}\n`,
});

export const registerDelete = routeCommand({
  route: deleteDebate,
  name: "delete",
  async confirms({ id }, { client }) {
    const { topic, status } = await (await client()).get(id);
    if (!isTerminal(status)) throw new Error(`${id} is ${status}: end it first (parley stop ${id} --abandon)`);
    const named = `"${shortened(plainLine(topic), LONGEST_TOPIC)}" (${id}, ${status})`;
    return `This erases ${named} for good: turns, verdict, costs, links.`;
  },
  done: "is erased",
});

/** By id, else by name. Throws `UsageError`. */
function participantOf({ participants }: Debate, wanted: string): Debate["participants"][number] {
  const word = wanted.toLowerCase();
  const found = participants.find(({ id }) => id === wanted) ?? participants.find((p) => p.name.toLowerCase() === word);
  if (found) return found;
  const known = participants.map(({ name }) => plainLine(name)).join(", ");
  throw new UsageError(`nobody here is called "${wanted}"; the participants are: ${known}`);
}
