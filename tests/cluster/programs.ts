/** The programs of a cluster: Temporal's production server, built by Go once for each version, and Debian's Postgres. */
import { existsSync } from "node:fs";
import { installPackage } from "../support/debian.ts";
import { goTool } from "../support/servers/go-tool.ts";

/** The server that the development server of `npm start` has in it. */
export const TESTED_SERVER = "1.29.1";
const POSTGRES = "/usr/lib/postgresql/15/bin";

export interface Programs {
  /** Temporal's server. */
  server: string;
  /** Its tool for the schema in SQL. */
  sql: string;
  /** The folder of Postgres' programs. */
  postgres: string;
}

/** Takes 9 minutes on two cores where Temporal's server was not built before. Throws a sentence that says what to install. */
export async function findPrograms(version: string): Promise<Programs> {
  const postgres = await findPostgres();
  const build = async (name: string) => {
    const program = await goTool({ module: `go.temporal.io/server/cmd/${name}`, version: `v${version}` });
    if (program === null) throw new Error("Go is needed, which builds Temporal's server: https://go.dev/dl");
    return program;
  };
  return { postgres, server: await build("server"), sql: await build("tools/sql") };
}

async function findPostgres(): Promise<string> {
  const folder = process.env.POSTGRES_BIN ?? POSTGRES;
  const isThere = () => existsSync(`${folder}/postgres`);
  if (!isThere()) await installPackage("postgresql-15").catch(() => undefined);
  if (isThere()) return folder;
  throw new Error(
    `no Postgres is in ${folder}: run "apt-get install postgresql-15" as root, or name its folder in POSTGRES_BIN`,
  );
}
