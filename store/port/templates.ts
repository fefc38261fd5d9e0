/** Owners' reasoning templates, and their vectors. */
import type { Template } from "../../domain/templates/template.ts";

/** An owner's own template. */
export type OwnTemplate = Omit<Template, "builtIn">;

/** A template's embedding, own or built in; `key` says of which model and text it is. */
export interface StoredVector {
  templateId: string;
  key: string;
  vector: Float32Array;
}

/** Owners' templates, and the vectors of all templates that their tenant has searched. */
export interface TemplateStore {
  /** False when there is another one with this id. */
  create(tenant: string, template: OwnTemplate): Promise<boolean>;
  get(tenant: string, id: string): Promise<OwnTemplate | null>;
  /** False when there is none with this id. */
  replace(tenant: string, template: OwnTemplate): Promise<boolean>;
  /** Removes its vector too. */
  remove(tenant: string, id: string): Promise<void>;
  /** By id; `next` is the id to pass as `after`, null at the end. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<{
    templates: OwnTemplate[];
    next: string | null;
  }>;
  listAll(tenant: string): Promise<OwnTemplate[]>;
  putVectors(tenant: string, vectors: StoredVector[]): Promise<void>;
  listVectors(tenant: string): Promise<StoredVector[]>;
}
