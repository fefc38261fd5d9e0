import type { Catalogue } from "../domain/catalogue.ts";
import type { ModelRef } from "../domain/plan.ts";
import type { Problem } from "../domain/schemas.ts";

/** Every model's provider is known here and has its key: asked where the calls will be made, not where they came in. */
export const checkProviders =
  ({ catalogue }: { catalogue: Catalogue }) =>
  async ({ models, judge = true }: { models: ModelRef[]; judge?: boolean }): Promise<Problem[]> =>
    models.flatMap((ref, i): Problem[] => {
      const provider = catalogue.provider(ref.provider);
      const pointer = !judge || i < models.length - 1 ? `/participants/${i}/model` : "/judge/model";
      if (!provider) return [{ pointer, detail: `unknown provider "${ref.provider}"` }];
      return provider.isAuthenticated
        ? []
        : [{ pointer, detail: `no key for ${provider.name}: set ${provider.keyVariable}` }];
    });
