/** `parley presets`: lists, shows, saves, compares and deletes saved debate requests. */
import { ParleyProblem } from "../../../api/client/index.ts";
import { commandGroup, routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { plainLine, shortened } from "../../../infra/cli/base/terminal.ts";
import { presetRoutes } from "../api/presets.routes.ts";

const LONGEST = 70;

export const registerPresets = commandGroup("presets", "debate requests that are saved under a name", [
  routeCommand({
    route: presetRoutes.list,
    name: "list",
    isDefault: true,
    table: {
      none: "no presets",
      columns: {
        NAME: "name",
        VERSION: "version",
        "": ({ builtIn }) => (builtIn ? "built in" : ""),
        "WHAT FOR": ({ description = "" }) => shortened(plainLine(description), LONGEST),
      },
    },
  }),
  routeCommand({
    route: presetRoutes.read,
    name: "show",
    help: "print a preset's request as JSON",
    takes: { name: "the preset; weekly@3 is its third version" },
    says: ({ request }) => `${JSON.stringify(request, null, 2)}\n`,
  }),
  routeCommand({
    route: presetRoutes.save,
    name: "save",
    help: "save a debate request under a name, or as the name's next version",
    takes: { name: "lower-case letters, digits and dashes", request: "the request as JSON; its topic may be left out" },
    options: { description: "-d, --description <text>" },
    async calls({ name, description, request }, { client }) {
      const { presets } = await client();
      const version = { request, ...(description !== undefined && { description }) };
      return presets.save(name, version).catch((error: unknown) => {
        if (error instanceof ParleyProblem && error.status === 404) return presets.create({ name, ...version });
        throw error;
      });
    },
    says: ({ name, version }) => `${name}@${version}\n`,
  }),
  routeCommand({
    route: presetRoutes.compare,
    name: "diff",
    takes: { name: "the preset", from: "a version (default: 1)", to: "the other version (default: the newest)" },
    says({ name, from, to, changes }) {
      const lines = changes.map(({ pointer, before, after }) => `${pointer}: ${shown(before)} → ${shown(after)}`);
      return `${lines.map(plainLine).join("\n") || `${name}@${from} and ${name}@${to} say the same`}\n`;
    },
  }),
  routeCommand({
    route: presetRoutes.remove,
    name: "delete",
    takes: { name: "the preset" },
    done: "is deleted",
  }),
]);

function shown(value: unknown): string {
  return value === undefined ? "(nothing)" : JSON.stringify(value);
}
