/** The configuration that a checked request becomes, fitted to its limits. */

import type { DebateRequest } from "../../rules/request/debate-request.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { configOf } from "./configure.beginning.ts";
import { type Fit, fitted } from "./fit.beginning.ts";

/** A request is checked, and then configured: it is fitted once. */
const FITS = new WeakMap<DebateRequest, { catalogue: Catalogue; fit: Fit }>();

/** With the problems of its limits, if they cannot be kept. */
export function plannedConfig(request: DebateRequest, catalogue: Catalogue): Fit {
  const known = FITS.get(request);
  if (known?.catalogue === catalogue) return known.fit;
  const fit = fitted(configOf(request, catalogue), request, catalogue);
  FITS.set(request, { catalogue, fit });
  return fit;
}
