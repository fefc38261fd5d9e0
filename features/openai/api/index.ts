/** OpenAI's formats over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { chatRoutes } from "./chat.ts";
import { modelRoutes } from "./models.openai-api.ts";
import { responseRoutes } from "./responses.ts";

export const openai: ApiFeature = { routes: [...modelRoutes, ...chatRoutes, ...responseRoutes] };
