/** What features add to a debate's page, loaded when it is needed. */
import type { OpenDialog } from "./views/buttons.ts";

/** Beside the status, for the debate's owner, by the labels of their buttons. */
export const DIALOGS: Record<string, () => Promise<OpenDialog>> = {
  "Share …": () => import("../../../features/shares/pages/share.view.ts").then((it) => it.openShare),
};

/** Below the result of the debate at an address. Readers of a share link do not see them. */
export const RESULT_PARTS: Record<string, () => Promise<(api: string) => unknown>> = {
  related: () => import("../../../features/related/pages/related.view.ts").then((it) => it.relatedView),
};
