/** A tenant's newest completed debates, as lists have them. */
import type { ListedRecord } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";

const PAGE = 100;

/** `isAll`: there are no others. */
export async function newestCompleted(
  store: Pick<Store, "listDebates">,
  { tenant, limit }: { tenant: string; limit: number },
): Promise<{ debates: ListedRecord[]; isAll: boolean }> {
  const debates: ListedRecord[] = [];
  let after: string | null | undefined;
  do {
    const query = { tenant, status: "completed", limit: Math.min(PAGE, limit - debates.length) };
    const { records, next } = await store.listDebates({ ...query, ...(after && { after }) });
    debates.push(...records);
    after = next;
  } while (after && debates.length < limit);
  return { debates, isAll: !after };
}
