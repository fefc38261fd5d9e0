/** Experiments over HTTP, and their pages: the list, the form of one, and one. */

import { isExperimentId } from "../../../api/base/ids.api-base.ts";
import type { ApiFeature } from "../../../api/feature.ts";
import { missing } from "../../../api/pages/missing.ts";
import { showPage } from "../../../api/pages/pages.routes.ts";
import { experimentRoutes } from "./experiments.routes.ts";

export const experiments: ApiFeature = {
  routes: experimentRoutes,
  pages: [{ title: "Experiments", address: "/experiments" }],
  register(app) {
    app.get("/experiments", (c) => showPage(c, { title: "Experiments · Parley", entry: "experiments-page.js" }));
    // Before the page of one, whose `:id` matches its address too.
    app.get("/experiments/new", (c) =>
      showPage(c, { title: "New experiment · Parley", entry: "experiment-form-page.js" }),
    );
    app.get("/experiments/:id", (c) => {
      const id = c.req.param("id");
      if (!isExperimentId(id)) return missing(c);
      const data = { api: `/v1/experiments/${id}` };
      return showPage(c, { title: "Experiment · Parley", entry: "experiment-page.js", data });
    });
  },
};
