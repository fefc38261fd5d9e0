declare module "json-merge-patch" {
  const mergePatch: {
    /** RFC 7396. The target may be changed in place. */
    apply(target: unknown, patch: unknown): unknown;
    /** undefined where nothing differs. */
    generate(before: unknown, after: unknown): unknown;
  };
  export default mergePatch;
}
