/** Lists and searches the built-in and the tenant's own templates together. */

import { type OwnTemplate, TEMPLATES } from "../../domain/around/outside-records.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { searchByWords } from "../../domain/rules/retrieval/lexical.ts";
import { BUILT_IN, builtInTemplate } from "../../domain/rules/templates/registry.rules.ts";
import { hitOf, type TemplateSearch } from "../../domain/rules/templates/retrieval.ts";
import type { Template } from "../../domain/rules/templates/template.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import { isTemplateId } from "../base/ids.api-base.ts";

type Page = { items: Template[]; next: string | null };
type Found = Awaited<ReturnType<TemplateSearch["search"]>>;

export interface Templates {
  /** Throws `not-found`, also for another tenant's template. */
  require(tenant: string, id: string): Promise<Template>;
  /** The built-in ones first. `after` is the `next` of the previous page. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<Page>;
  /** Searches by words if the configured search fails. */
  search(input: Parameters<TemplateSearch["search"]>[0]): Promise<Found>;
}

export function createTemplates({
  store,
  templates,
  logger,
}: Pick<AppDeps, "store" | "templates" | "logger">): Templates {
  return {
    async require(tenant, id) {
      const own = isTemplateId(id) ? await store.records.get({ tenant }, TEMPLATES, { id }) : null;
      const found = builtInTemplate(id) ?? (own && ownTemplate(own));
      if (found) return found;
      throw unknownTemplate(id);
    },
    async list({ tenant, limit, after }) {
      const builtIn = builtInAfter(after).slice(0, limit);
      const last = builtIn.at(-1);
      if (last && last !== BUILT_IN.at(-1)) return { items: builtIn, next: last.id };
      const left = limit - builtIn.length;
      // If the built-in ones fill a page, the next one begins after the last of them.
      const from = after !== undefined && isTemplateId(after) ? { after } : {};
      const own = await store.records.page({ tenant }, TEMPLATES, { limit: Math.max(1, left), ...from });
      const lastOwn = own.values.at(-1);
      if (left === 0) return { items: builtIn, next: lastOwn && last ? last.id : null };
      return { items: [...builtIn, ...own.values.map(ownTemplate)], next: own.isEnd || !lastOwn ? null : lastOwn.id };
    },
    async search(input) {
      try {
        return await templates.search(input);
      } catch (error) {
        input.signal?.throwIfAborted();
        logger.warn({ reason: reasonOf(error) }, "templates are searched by words instead");
        const own = await store.records.list({ tenant: input.tenant }, TEMPLATES, {});
        return {
          method: "lexical",
          items: searchByWords({ ...input, documents: [...BUILT_IN, ...own.map(ownTemplate)] }).map(hitOf),
        };
      }
    },
  };
}

/** Throws `not-found` if no template has this id, `conflict` for a built-in one. */
export function requireOwn(id: string): void {
  if (builtInTemplate(id))
    throw new ParleyError("conflict", `the template ${id} is built in and cannot be changed; create one of your own`);
  if (!isTemplateId(id)) throw unknownTemplate(id);
}

export function unknownTemplate(id: string): ParleyError {
  return new ParleyError("not-found", `there is no template ${id.slice(0, 80)}`);
}

export function ownTemplate(template: OwnTemplate): Template {
  return { ...template, builtIn: false };
}

function builtInAfter(after: string | undefined): readonly Template[] {
  if (after === undefined) return BUILT_IN;
  const at = BUILT_IN.findIndex(({ id }) => id === after);
  return at < 0 ? [] : BUILT_IN.slice(at + 1);
}

/** Only our own messages: others may quote a user's text. */
function reasonOf(error: unknown): string {
  return error instanceof ParleyError ? error.message : error instanceof Error ? error.name : "unknown";
}
