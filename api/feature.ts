/** What a feature of `features/` adds to the API. Each part may be left out. */

import type { App, AppDeps } from "./base/context.api-base.ts";
import type { Services } from "./base/services.ts";
import type { Route } from "./openapi/route.openapi.ts";
import type { PageLink } from "./pages/navigation.pages.ts";

export interface ApiFeature {
  routes?: readonly Route[];
  /** Before a caller is known. */
  before?: (app: App, deps: AppDeps) => void;
  /** Its pages that stand in the navigation, in its order. */
  pages?: readonly PageLink[];
  /** Addresses that the OpenAPI document does not have. */
  register?: (app: App, services: Services) => void;
  /** What routes of others ask of it: `api/base/services.ts` says what they do without it. */
  services?: (services: Services) => Partial<Services>;
}
