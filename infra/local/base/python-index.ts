/**
 * `node python-index.ts <JSON>`: loads one file of a package from the indexes of pip's settings, without Python, and checks
 * its hash. A process of its own: Node reads proxies and certificates from the environment at its start, and it can be ended.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Parser } from "htmlparser2";
import { pipSettings } from "./pip-settings.ts";

export interface Wanted {
  project: string;
  file: string;
  sha256: string;
  /** The path to write. */
  into: string;
}

/** JSON (PEP 691) or HTML (PEP 503), as the index has it. */
const FORMS = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

try {
  await load(JSON.parse(process.argv[2] ?? "") as Wanted);
} catch (error) {
  // One line: the reader expects nothing else.
  process.stderr.write(reasonOf(error));
  process.exitCode = 1;
}

async function load(wanted: Wanted): Promise<void> {
  const failed: string[] = [];
  // Not of the arguments, which other users of this machine can read: an address may have a password.
  const { indexes } = await pipSettings(process.env);
  for (const index of indexes) {
    try {
      return await loadFrom(index, wanted);
    } catch (error) {
      failed.push(`${nameOf(index)}: ${reasonOf(error)}`);
    }
  }
  throw new Error(failed.join("; ") || "pip's settings allow no index");
}

async function loadFrom(index: string, wanted: Wanted): Promise<void> {
  const key = keyOf(index);
  const page = await ask(`${index.replace(/\/$/, "")}/${wanted.project}/`, { key, accept: FORMS });
  const found = (await linksOf(page)).find((url) => url.pathname.endsWith(`/${wanted.file}`));
  if (!found) throw new Error(`has no ${wanted.file}`);
  // A fragment of a link in HTML is the hash that the index believes in; ours counts.
  found.hash = "";
  const { body } = await ask(found.href, { key, accept: "*/*" });
  const hash = createHash("sha256");
  const seen = new Transform({
    transform(chunk: Buffer, _, pass) {
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  await pipeline(body ?? [], seen, createWriteStream(wanted.into));
  const got = hash.digest("hex");
  if (got !== wanted.sha256) throw new Error(`${wanted.file} has the hash ${got} instead of ${wanted.sha256}`);
}

interface Key {
  origin: string;
  authorization: string;
}

/** The name and password of an address, which only its own server may see. */
function keyOf(index: string): Key | null {
  const { username, password, origin } = new URL(index);
  if (username === "") return null;
  const pair = [username, password].map(decodeURIComponent).join(":");
  return { origin, authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

async function ask(address: string, { key, accept }: { key: Key | null; accept: string }): Promise<Response> {
  const url = new URL(address);
  // `fetch` refuses addresses with a name and a password.
  url.username = url.password = "";
  const signature = key?.origin === url.origin ? { authorization: key.authorization } : {};
  const response = await fetch(url, { headers: { accept, ...signature } });
  if (!response.ok) throw new Error(`answers ${response.status}`);
  return response;
}

/** The files that the page of a project lists. */
async function linksOf(page: Response): Promise<URL[]> {
  const links: string[] = [];
  if (page.headers.get("content-type")?.includes("json")) {
    const { files } = (await page.json()) as { files: { url: string }[] };
    links.push(...files.map(({ url }) => url));
  } else {
    const parser = new Parser({ onopentag: (_, { href }) => void (href && links.push(href)) });
    parser.end(await page.text());
  }
  return links.flatMap((link) => URL.parse(link, page.url) ?? []);
}

/** Without the name and password that it may have. */
function nameOf(index: string): string {
  return URL.parse(index)?.host ?? "an index that is no address";
}

/** `fetch` says what happened in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
