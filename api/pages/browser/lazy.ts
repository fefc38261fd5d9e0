/** A module that is loaded when it is first asked for. Until it is there, the answer is null; then it is drawn. */
export function lazily<Module>(load: () => Promise<Module>, onLoaded: () => void) {
  let module: Module | null = null;
  let isLoading = false;
  const begin = async () => {
    isLoading = true;
    // After a lost connection, the next drawing tries again.
    module = await load().catch(() => null);
    isLoading = false;
    if (module) onLoaded();
  };
  return () => {
    if (!module && !isLoading) void begin();
    return module;
  };
}
