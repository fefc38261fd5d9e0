import type { Catalogue } from "../../domain/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/catalogue/model-ref.ts";
import type { Problem } from "../../domain/schemas/faults.ts";

/** Every model's provider is known here and has its key: asked where the calls will be made, not where they came in. */
export const checkProviders =
  ({ catalogue }: { catalogue: Catalogue }) =>
  async (input: { models: ModelRef[]; judge?: boolean; priced?: boolean }): Promise<Problem[]> => {
    const { models, judge = true, priced = false } = input;
    return models.flatMap((ref, i): Problem[] => {
      const provider = catalogue.provider(ref.provider);
      const pointer = !judge || i < models.length - 1 ? `/participants/${i}/model` : "/judge/model";
      if (!provider) return [{ pointer, detail: `unknown provider "${ref.provider}"` }];
      if (!provider.isAuthenticated)
        return [{ pointer, detail: `no key for ${provider.name}: set ${provider.keyVariable}` }];
      const isUnpriced = priced && catalogue.model(ref).priceUsdPerMTok === null;
      return isUnpriced ? [{ pointer, detail: "has no known price, and the debate has a limit in USD" }] : [];
    });
  };
