/** AG-UI over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { runAgent } from "./agui.routes.ts";

export const agui: ApiFeature = { routes: [runAgent] };
