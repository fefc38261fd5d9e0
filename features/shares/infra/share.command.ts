/** `parley share`: links that let anybody read one debate. */

import { parseSeconds } from "../../../infra/cli/base/arguments.cli.ts";
import { commandGroup, routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { shareRoutes } from "../api/shares.routes.ts";

export const registerShare = commandGroup("share", "create, list and revoke links that let anybody read a debate", [
  routeCommand({
    route: shareRoutes.create,
    name: "create",
    options: {
      expiresInSeconds: {
        flags: "-e, --expires <when>",
        help: "how long it works, such as 12h or 30d (the most)",
        parse: parseSeconds,
        default: [86_400, "1d"],
      },
    },
    says: ({ id, url, expiresAt }, { id: debate }) => [
      `${url}\n`,
      `keep the address, since it is not shown again; it works until ${expiresAt}\n` +
        `revoke it with: parley share revoke ${debate} ${id}\n`,
    ],
  }),
  routeCommand({
    route: shareRoutes.list,
    name: "list",
    table: {
      none: "no links",
      columns: { ID: "id", CREATED: "createdAt", EXPIRES: "expiresAt" },
    },
  }),
  routeCommand({
    route: shareRoutes.revoke,
    name: "revoke",
    done: "is revoked",
  }),
]);
