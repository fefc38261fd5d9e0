/** The Node that Parley runs on. Plain JavaScript that an old Node can run. */
import { createRequire } from "node:module";

const NEEDED_NODE = 24;

/**
 * Path of the Node that a package beside `module` brings for this platform, else of this process's when it is new enough.
 * Throws with what to do.
 */
export function pinnedNode(module) {
  const { platform, arch, versions, execPath } = process;
  const name = platform === "win32" ? `node-win-${arch}` : `node-${platform}-${arch}`;
  try {
    return createRequire(module).resolve(`${name}/bin/node${platform === "win32" ? ".exe" : ""}`);
  } catch {
    if (isNewEnough()) return execPath;
  }
  throw new Error(
    `Parley needs Node ${NEEDED_NODE}. This is Node ${versions.node}, and npm has not installed the package ${name}.\n` +
      `Install Node ${NEEDED_NODE} from https://nodejs.org, or on Linux and Windows run \`npm install --include=optional\`.`,
  );
}

/** True if this process's Node can run Parley itself. */
export function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= NEEDED_NODE;
}
