/** What share of a debate's input a provider's prompt cache could serve, by kind of debate. No figure depends on the clock. */
import { measuredRequest, measuredSpeech, OTHER_JUDGE, SPEAKERS } from "../support/debates/measured-debate.ts";
import { countCached, type SchemaPlace, shareOf } from "../support/models/cache-shares.ts";
import { debaters, type World } from "../support/world.ts";

const OTHER = { model: OTHER_JUDGE };
const BOTH = { bothOrders: true };
const speakers = (count: number, sides: string[] = []) => ({
  participants: Array.from({ length: count }, (_, i) => ({
    name: `Debater ${"ABCD"[i]}`,
    model: SPEAKERS,
    ...(sides[i] && { side: sides[i] }),
    position: `Position ${i + 1} on the streets of large cities.`,
  })),
});

const CASES: [name: string, request: Parameters<typeof measuredRequest>[0]][] = [
  ["judge of the same model", {}],
  ["the same, layout blind", { promptLayout: "blind" }],
  ["judge of another model", { judge: OTHER }],
  ["the same, layout conversation", { promptLayout: "conversation" }],
  ["another judge, layout conversation", { judge: OTHER, promptLayout: "conversation" }],
  ["the same, sequential", { mode: "sequential" }],
  ["another judge, sequential", { judge: OTHER, mode: "sequential" }],
  ["the same, both orders, conclusion", { judge: BOTH, conclusion: true }],
  ["another judge, both orders, conclusion", { judge: { ...OTHER, ...BOTH }, conclusion: true }],
  ["structured-rounds, the same", { format: "structured-rounds", mode: undefined }],
  ["structured-rounds, another judge", { format: "structured-rounds", mode: undefined, judge: OTHER }],
  [
    "oxford, the same",
    { format: "oxford", mode: undefined, maxRounds: undefined, ...speakers(4, ["for", "against", "for", "against"]) },
  ],
  [
    "oxford, another judge",
    {
      format: "oxford",
      mode: undefined,
      maxRounds: undefined,
      judge: OTHER,
      ...speakers(4, ["for", "against", "for", "against"]),
    },
  ],
  ["dialectic, the same", { format: "dialectic", mode: undefined, maxRounds: 3, judge: { bothOrders: undefined } }],
];

const PLACES: [SchemaPlace, string][] = [
  ["nowhere", "texts alone"],
  ["front", "with schemas in front"],
  ["end", "with schemas at the end"],
];

export async function benchCache(world: World): Promise<string[]> {
  const lines = ["cacheable share of the input (tokens that are not, of all):"];
  for (const [name, request] of CASES) {
    world.models.forget();
    const body = measuredRequest(request) as { participants: object[] };
    world.models.use(
      debaters(
        body.participants.map((_, i) => `p${i + 1}`),
        measuredSpeech(),
      ),
    );
    const { id } = await world.create(body);
    const log = await world.finished(id);
    const calls = world.models.journal;
    const shares = PLACES.map(([place, what]) => {
      const counted = countCached(calls, place);
      const input = counted.reduce((sum, call) => sum + call.input, 0);
      const cached = counted.reduce((sum, call) => sum + call.cached, 0);
      return `${what} ${(100 * shareOf(counted)).toFixed(1)} % (${input - cached} of ${input})`;
    });
    lines.push(`  ${name}, ${calls.length} calls, ${log.at(-1)?.type}: ${shares.join("; ")}`);
  }
  return lines;
}
