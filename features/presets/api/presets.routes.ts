/** Presets: list, read, compare, save and hide saved debate requests. */

import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import { pageOf } from "../../../api/base/page-of.ts";
import type { Services } from "../../../api/base/services.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { isMatch, isNoneMatch } from "../../../api/http/conditional.ts";
import { readPageOf } from "../../../api/http/paging.ts";
import { PAGE_QUERY, pageReply, reply, wholeNumber } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import {
  Preset,
  PresetDifference,
  PresetRequest,
  PresetVersionRequest,
  parseReference,
  referenceTo,
} from "../../../domain/shapes/schemas/preset.ts";
import { requirePreset, requirePresetVersion } from "../domain/checks.preset.ts";
import { differenceOf } from "../domain/difference.preset.ts";
import { unknownPreset } from "../store/find.ts";
import { createPresets } from "./presets.api.ts";

const PresetList = pageOf(Preset).meta({ id: "PresetList" });

const ETAG = { ETag: "Its name and version" };
const SAVED = { Location: "The address of this version", ...ETAG };

const list = defineRoute({
  at: "GET /v1/presets",
  operationId: "listPresets",
  summary: "List the newest version of each preset, the built-in ones first",
  query: PAGE_QUERY,
  replies: { 200: pageReply(PresetList, "A page of presets") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const query = c.req.valid("query");
    const page = await readPageOf(c, services, {
      query,
      filter: { of: "presets" },
      read: (after) =>
        createPresets(services).list({ tenant: c.get("tenant"), limit: query.limit, ...(after && { after }) }),
    });
    return c.json(page, 200);
  },
});

const create = defineRoute({
  at: "POST /v1/presets",
  operationId: "createPreset",
  summary: "Save a debate request under a new name",
  body: PresetRequest,
  replies: { 201: reply(Preset, "The preset's first version", SAVED) },
  refuses: ["conflict"],
  async answer(c, services) {
    const { name, ...saved } = requirePreset(await readJson(c), services.catalogue);
    const expected = (newest: Preset | null) => {
      if (!newest) return;
      throw new ParleyError("conflict", `there is a preset ${name} already; PUT makes its next version`);
    };
    const preset = await createPresets(services).save({ tenant: c.get("tenant"), name, saved, expected });
    return c.json(shown(c, services, preset), 201);
  },
});

const read = defineRoute({
  at: "GET /v1/presets/{name}",
  operationId: "getPreset",
  summary: "Read a preset: its newest version, or with name@3 the third",
  headers: { "if-none-match": "The version that the caller has" },
  replies: {
    200: reply(Preset, "The version", ETAG),
    304: { description: "The caller has this version already" },
  },
  async answer(c, services) {
    const preset = await createPresets(services).require(c.get("tenant"), c.req.valid("param").name);
    c.header("ETag", etagOf(preset));
    c.header("Cache-Control", "private, no-cache");
    if (isNoneMatch(c.req.header("if-none-match"), etagOf(preset))) return c.body(null, 304);
    return c.json(preset, 200);
  },
});

const versions = defineRoute({
  at: "GET /v1/presets/{name}/versions",
  operationId: "listPresetVersions",
  summary: "List a preset's versions, newest first, also of one that was deleted",
  query: PAGE_QUERY,
  replies: { 200: pageReply(PresetList, "A page of versions") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const { name } = c.req.valid("param");
    const [tenant, query, presets] = [c.get("tenant"), c.req.valid("query"), createPresets(services)];
    await presets.requireName(tenant, name);
    const page = await readPageOf(c, services, {
      query,
      filter: { of: `presets/${name}` },
      read: (after) => presets.versions({ tenant, name, limit: query.limit, ...(after && { after }) }),
    });
    return c.json(page, 200);
  },
});

const compare = defineRoute({
  at: "GET /v1/presets/{name}/diff",
  place: "longReads",
  operationId: "comparePresetVersions",
  summary: "Say what changed between two versions of a preset",
  query: {
    from: wholeNumber({ min: 1, max: 999_999, default: 1, description: "The one version" }),
    to: wholeNumber({ min: 0, max: 999_999, default: 0, description: "The other version; 0: the newest" }),
  },
  replies: { 200: reply(PresetDifference, "All values that differ, and a merge patch", {}) },
  async answer(c, services) {
    const { name } = c.req.valid("param");
    const { from, to } = c.req.valid("query");
    const presets = createPresets(services);
    const version = (n: number) => presets.require(c.get("tenant"), n === 0 ? name : `${name}@${n}`);
    return c.json(differenceOf(await version(from), await version(to)), 200);
  },
});

const save = defineRoute({
  at: "PUT /v1/presets/{name}",
  operationId: "savePreset",
  summary: "Save a preset's next version",
  description:
    "A version never changes: a PUT makes the next one. A PUT of what the newest version says already makes none. With `If-Match` it makes one only if the newest is the one that the caller has read.",
  headers: { "if-match": "The version that the caller has read" },
  body: PresetVersionRequest,
  replies: {
    200: reply(Preset, "The newest version: the new one, or the one that says this already", SAVED),
  },
  refuses: ["conflict", "precondition-failed", "method-not-allowed"],
  async answer(c, services) {
    const name = requireNoVersion(c);
    const saved = requirePresetVersion(await readJson(c), services.catalogue);
    const condition = c.req.header("if-match");
    const expected = (newest: Preset | null) => {
      if (!newest) throw unknownPreset(name);
      if (isMatch(condition, etagOf(newest))) return;
      throw new ParleyError(
        "precondition-failed",
        `the newest version is ${referenceTo(newest)}; read it and try again`,
      );
    };
    const preset = await createPresets(services).save({ tenant: c.get("tenant"), name, saved, expected });
    return c.json(shown(c, services, preset), 200);
  },
});

const remove = defineRoute({
  at: "DELETE /v1/presets/{name}",
  operationId: "deletePreset",
  summary: "Remove a preset from the list; its versions stay readable as name@3",
  replies: { 204: { description: "The preset is no longer listed, and its name alone stands for nothing" } },
  refuses: ["conflict", "method-not-allowed"],
  async answer(c, services) {
    await createPresets(services).hide(c.get("tenant"), requireNoVersion(c));
    return c.body(null, 204);
  },
});

export const presetRoutes = { list, create, versions, compare, read, save, remove };

/** The name in the address. Throws `method-not-allowed` for a version, which nobody can change. */
function requireNoVersion(c: Context<AppEnv>): string {
  const reference = c.req.param("name") ?? "";
  const asked = parseReference(reference);
  if (!asked) throw unknownPreset(reference);
  if (asked.version === null) return asked.name;
  c.header("Allow", "GET, HEAD, OPTIONS");
  throw new ParleyError("method-not-allowed", "a version of a preset never changes; PUT its name for the next one");
}

function shown(c: Context<AppEnv>, { links }: Pick<Services, "links">, preset: Preset): Preset {
  c.header("Location", links.to(`/v1/presets/${referenceTo(preset)}`));
  c.header("ETag", etagOf(preset));
  return preset;
}

function etagOf(preset: Preset): string {
  return `"${referenceTo(preset)}"`;
}
