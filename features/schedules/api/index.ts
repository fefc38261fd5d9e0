/** Schedules over HTTP and as a page. */

import type { ApiFeature } from "../../../api/feature.ts";
import { showPage } from "../../../api/pages/pages.routes.ts";
import { scheduleRoutes } from "./schedules.routes.ts";

export const schedules: ApiFeature = {
  routes: Object.values(scheduleRoutes),
  pages: [{ title: "Schedules", address: "/schedules" }],
  register: (app) =>
    void app.get("/schedules", (c) => showPage(c, { title: "Schedules · Parley", entry: "schedules-page.js" })),
};
