/** What a program that a test starts may know of this process: paths, and where compiled code is kept. No setting, and no key. */
export function pathsOnly(): NodeJS.ProcessEnv {
  const { PATH, HOME, XDG_CACHE_HOME, NODE_COMPILE_CACHE } = process.env;
  const paths = { PATH, HOME, XDG_CACHE_HOME, NODE_COMPILE_CACHE };
  return Object.fromEntries(Object.entries(paths).filter(([, value]) => value !== undefined));
}
