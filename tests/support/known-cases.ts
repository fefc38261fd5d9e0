/** Outcomes that a tenant knows. */
import { KNOWN_CASES } from "../../domain/around/outside-records.ts";
import type { KnownCase } from "../../domain/judge/known-case.ts";
import { listCases } from "../../store/records/known-cases.records.ts";
import type { World } from "./world.ts";

const TENANT = { tenant: "default" };

/** While `act` runs, these are known and no others: what other files of this process have reported here is forgotten. */
export async function knowing<T>({ store }: World, cases: KnownCase[], act: () => Promise<T>): Promise<T> {
  const forget = async () => {
    for (const one of await listCases(store.records, TENANT.tenant))
      await store.records.remove(TENANT, KNOWN_CASES, one);
  };
  await forget();
  for (const one of cases) await store.records.put(TENANT, KNOWN_CASES, one);
  try {
    return await act();
  } finally {
    await forget();
  }
}
