/** The part of the client for presets. */
import { type PageOf, type PageQuery, queryOf } from "./query.client.ts";
import type { Call } from "./transport.ts";
import type { Wire } from "./wire.client.ts";

export type Preset = Wire["Preset"];
export type PresetDifference = Wire["PresetDifference"];

/** As of the client: every method throws `ParleyProblem`. */
export interface Presets {
  /** One page of newest versions, the built-in ones first. */
  list(query?: PageQuery): Promise<PageOf<Preset>>;
  /** `decision`: the newest version, `decision@3`: the third. */
  get(reference: string): Promise<Preset>;
  /** The first version of a new name; 409 if the name exists. */
  create(preset: Wire["NewPreset"]): Promise<Preset>;
  /** The next version of a name that exists. */
  save(name: string, version: Wire["NewPresetVersion"]): Promise<Preset>;
  /** One page, newest first. */
  versions(name: string, query?: PageQuery): Promise<PageOf<Preset>>;
  /** `to` left out: the newest. */
  diff(name: string, between: { from: number; to?: number }): Promise<PresetDifference>;
  /** Its versions stay readable. */
  delete(name: string): Promise<void>;
}

export function presetsOf(request: <T>(call: Call) => Promise<T>): Presets {
  const all = "/v1/presets";
  const path = (name: string, rest = "") => `${all}/${encodeURIComponent(name)}${rest}`;
  return {
    list: (query = {}) => request({ path: `${all}${queryOf(query)}` }),
    get: (reference) => request({ path: path(reference) }),
    create: (body) => request({ method: "POST", path: all, body }),
    save: (name, body) => request({ method: "PUT", path: path(name), body }),
    versions: (name, query = {}) => request({ path: path(name, `/versions${queryOf(query)}`) }),
    diff: (name, between) => request({ path: path(name, `/diff${queryOf(between)}`) }),
    delete: (name) => request({ method: "DELETE", path: path(name) }),
  };
}
