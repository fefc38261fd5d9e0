declare module "json-merge-patch" {
  const mergePatch: {
    /** RFC 7396. The target may be changed in place. */
    apply(target: unknown, patch: unknown): unknown;
  };
  export default mergePatch;
}
