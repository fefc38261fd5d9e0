/** Related debates over HTTP, and the page that compares two. */

import { isDebateId } from "../../../api/base/ids.api-base.ts";
import type { ApiFeature } from "../../../api/feature.ts";
import { missing } from "../../../api/pages/missing.ts";
import { showPage } from "../../../api/pages/pages.routes.ts";
import { isRejudgementId } from "../domain/side.compared.ts";
import { readRelated } from "./related.routes.ts";

export const related: ApiFeature = {
  routes: [readRelated],
  register: (app) =>
    void app.get("/debates/:id/compare/:other", (c) => {
      const { id, other } = c.req.param();
      if (!isDebateId(id) || !(isDebateId(other) || isRejudgementId(other))) return missing(c);
      return showPage(c, { title: "Two debates · Parley", entry: "compare-page.js", data: { id, other } });
    }),
};
