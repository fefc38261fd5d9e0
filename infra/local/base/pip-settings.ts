/** What pip's settings on this machine say about where packages come from: its variables, then its files. */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

export interface PipSettings {
  /** Addresses of simple indexes, in the order in which they are asked. */
  indexes: string[];
  /** A file with the certificates to trust. */
  cert: string | null;
}

/** pip's own default. */
const PYPI = "https://pypi.org/simple";
/** Sections of pip's files, the stronger last. */
const SECTIONS = ["global", "download", "install"];

export async function pipSettings(env: NodeJS.ProcessEnv): Promise<PipSettings> {
  const files: Record<string, string> = {};
  for (const path of configFiles(env)) Object.assign(files, parse(await readFile(path, "utf8").catch(() => "")));
  const get = (name: string) => env[`PIP_${name.toUpperCase().replaceAll("-", "_")}`] || files[name] || "";
  // pip sets this where no index may be asked.
  const none = /^(1|true|yes|on|t|y)$/i.test(get("no-index"));
  const indexes = [get("index-url") || PYPI, ...get("extra-index-url").split(/\s+/)].filter((url) => url !== "");
  return { indexes: none ? [] : indexes, cert: get("cert") || null };
}

/** From the weakest to the strongest. */
function configFiles(env: NodeJS.ProcessEnv): string[] {
  const named = env.PIP_CONFIG_FILE;
  // pip reads no file at all then.
  if (named === "/dev/null") return [];
  const home = env.HOME || homedir();
  const support = "Library/Application Support/pip/pip.conf";
  return [
    ...(process.platform === "darwin" ? [join("/", support)] : []),
    ...(env.XDG_CONFIG_DIRS || "/etc/xdg").split(":").map((folder) => join(folder, "pip/pip.conf")),
    "/etc/pip.conf",
    join(home, ".pip/pip.conf"),
    ...(process.platform === "darwin" ? [join(home, support)] : []),
    join(env.XDG_CONFIG_HOME || join(home, ".config"), "pip/pip.conf"),
    ...(env.VIRTUAL_ENV ? [join(env.VIRTUAL_ENV, "pip.conf")] : []),
    ...(named ? [named] : []),
  ];
}

/** The settings of a file in Python's INI format. A line that is indented goes on with the value before. */
function parse(text: string): Record<string, string> {
  const sections: Record<string, Record<string, string>> = {};
  let [section, name] = ["", ""];
  for (const line of text.split(/\r?\n/)) {
    const bare = line.trim();
    if (bare === "" || /^[#;]/.test(bare)) continue;
    const values = (sections[section] ??= {});
    const at = bare.search(/[=:]/);
    if (/^\s/.test(line) && name !== "") values[name] = `${values[name]} ${bare}`.trim();
    else if (bare.startsWith("[") && bare.endsWith("]")) [section, name] = [bare.slice(1, -1), ""];
    else if (at > 0) {
      name = bare.slice(0, at).trim().toLowerCase().replaceAll("_", "-");
      values[name] = bare.slice(at + 1).trim();
    }
  }
  return Object.assign({}, ...SECTIONS.map((each) => sections[each]));
}
