/** Imports of exported debates. */

import type { ApiFeature } from "../../../api/feature.ts";
import { importDebate } from "./imports.routes.ts";

export const imports: ApiFeature = { routes: [importDebate] };
