/** Whether a debate, or a request for one, has material that claims can be checked against. */
export function hasEvidence({ exhibits = [] }: { exhibits?: readonly object[] | undefined }): boolean {
  return exhibits.length > 0;
}
