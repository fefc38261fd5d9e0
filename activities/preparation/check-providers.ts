import { pointersAsSent } from "../../domain/rules/request/taking-part.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { modelsOf } from "../../domain/shapes/plan/models-of.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type Checked, checkedAt } from "../base/home.activity-base.ts";

interface Input {
  models: ModelRef[];
  judge?: boolean;
  priced?: boolean;
  /** Problems then point to the fields of this debate's request. */
  debate?: DebateKey;
}

interface Deps extends Pick<ActivityDeps, "home"> {
  catalogue: Catalogue;
  store: Pick<Store, "getConfig">;
}

/** Every model's provider is known here and has its key: asked where the calls will be made, not where they came in. */
export const checkProviders =
  (deps: Deps) =>
  async (input: Input): Promise<Checked> =>
    checkedAt(deps.home, await problemsAmong(deps, input));

async function problemsAmong(
  { catalogue, store }: Deps,
  { models, judge = true, priced = false, debate }: Input,
): Promise<Problem[]> {
  const check = (pointer: string, ref: ModelRef) => problemsOf({ pointer, ref, priced }, catalogue);
  const problems = models.flatMap((ref, i) =>
    check(!judge || i < models.length - 1 ? `/participants/${i}/model` : "/judge/model", ref),
  );
  // Only a debate that cannot start needs its configuration read.
  const config = problems.length > 0 && debate ? await store.getConfig(debate) : null;
  if (!config) return problems;
  const found = modelsOf(config).flatMap(({ pointer, ref }) => check(pointer, ref));
  return pointersAsSent(found, config.request?.["participants"]);
}

function problemsOf(
  { pointer, ref, priced }: { pointer: string; ref: ModelRef; priced: boolean },
  catalogue: Catalogue,
): Problem[] {
  const provider = catalogue.provider(ref.provider);
  if (!provider) return [{ pointer, detail: `unknown provider "${ref.provider}"` }];
  if (!provider.isAuthenticated)
    return [{ pointer, detail: `no key for ${provider.name}: set ${provider.keyVariable}` }];
  const isUnpriced = priced && catalogue.model(ref).priceUsdPerMTok === null;
  return isUnpriced ? [{ pointer, detail: "has no known price, and the debate has a limit in USD" }] : [];
}
