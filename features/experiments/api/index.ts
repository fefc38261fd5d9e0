/** Experiments over HTTP, and the page of one. */

import { isExperimentId } from "../../../api/base/ids.api-base.ts";
import type { ApiFeature } from "../../../api/feature.ts";
import { missing } from "../../../api/pages/missing.ts";
import { showPage } from "../../../api/pages/pages.routes.ts";
import { experimentRoutes } from "./experiments.routes.ts";

export const experiments: ApiFeature = {
  routes: experimentRoutes,
  register: (app) =>
    void app.get("/experiments/:id", (c) => {
      const id = c.req.param("id");
      if (!isExperimentId(id)) return missing(c);
      const data = { api: `/v1/experiments/${id}` };
      return showPage(c, { title: "Experiment · Parley", entry: "experiment-page.js", data });
    }),
};
