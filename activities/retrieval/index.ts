/** Searches a tenant's reasoning templates (docs/design/debate.md#19-exhibits-and-templates). */
import { TEMPLATE_VECTORS, TEMPLATES } from "../../domain/around/outside-records.ts";
import { createWordIndex } from "../../domain/rules/retrieval/lexical.ts";
import { BUILT_IN } from "../../domain/rules/templates/registry.rules.ts";
import { hitOf, type TemplateSearch } from "../../domain/rules/templates/retrieval.ts";
import type { Template } from "../../domain/rules/templates/template.ts";
import type { RecordStore } from "../../store/port/records.port.ts";
import { createSearch, type SearchOptions, type Shelf } from "./search.ts";

export interface TemplateSearchOptions extends SearchOptions {
  records: RecordStore;
}

/** Searches built-in templates and the tenant's own. Throws as `Search` does. */
export function createTemplateSearch({ records, ...options }: TemplateSearchOptions): TemplateSearch {
  const search = createSearch(options);
  return {
    async search({ tenant, ...wanted }) {
      const shelf: Shelf<Template> = {
        of: "templates",
        documents: async () => allTemplates(await records.list({ tenant }, TEMPLATES, {})),
        list: () => records.list({ tenant }, TEMPLATE_VECTORS, {}),
        put: (vector) => records.put({ tenant }, TEMPLATE_VECTORS, vector),
      };
      const index = async () => {
        const documents = await shelf.documents();
        return { documents, index: createWordIndex(documents) };
      };
      const { method, items } = await search({ tenant, shelves: [shelf], index, ...wanted });
      return { method, items: items.map(hitOf) };
    },
  };
}

function allTemplates(own: Omit<Template, "builtIn">[]): Template[] {
  return [...BUILT_IN, ...own.map((template) => ({ ...template, builtIn: false }))];
}
