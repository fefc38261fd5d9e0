/** The configuration that a checked request becomes, fitted to its limits. */

import type { DebateRequest } from "../../rules/request/debate-request.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { configOf } from "./configure.beginning.ts";
import { type Fit, fitsAsItIs, fitted } from "./fit.beginning.ts";

/** A request is checked, and then configured: it is fitted once. */
const FITS = new WeakMap<DebateRequest, { catalogue: Catalogue; fit: Fit }>();

/** With the problems of its limits, if they cannot be kept. */
export function plannedConfig(request: DebateRequest, catalogue: Catalogue): Fit {
  const known = FITS.get(request);
  if (known?.catalogue === catalogue) return known.fit;
  const fit = fittedWithJudges(request, catalogue);
  FITS.set(request, { catalogue, fit });
  return fit;
}

/** A panel that the request does not name is the first to go: limits are for the rounds. */
function fittedWithJudges(request: DebateRequest, catalogue: Catalogue): Fit {
  const whole = configOf(request, catalogue);
  const size = request.judge ? 1 : (whole.judge?.panel?.length ?? 1);
  for (let most = size; most > 1; most--) {
    const config = most === size ? whole : configOf(request, catalogue, most);
    if (fitsAsItIs(config, request, catalogue)) return { config, problems: [] };
  }
  return fitted(size > 1 ? configOf(request, catalogue, 1) : whole, request, catalogue);
}
