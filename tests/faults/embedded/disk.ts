/** A small disk of its own for a data folder. Mounting needs root. */
import { spawnSync } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Mounted in memory on the folder. Throws where mounting is not allowed. */
export function mountDisk(folder: string, megabytes: number): { makeReadOnly(): void; unmount(): void } {
  run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  return {
    makeReadOnly: () => run("mount", ["-o", "remount,ro", folder]),
    unmount: () => run("umount", ["-l", folder]),
  };
}

function run(program: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr.trim()}`);
}

/** Writes until nothing more fits. */
export async function fill(folder: string): Promise<void> {
  await using file = await open(fillerOf(folder), "w");
  for (const bytes of [1024 * 1024, 4096, 1]) {
    const piece = Buffer.alloc(bytes);
    try {
      for (;;) await file.writeFile(piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

export async function free(folder: string): Promise<void> {
  await rm(fillerOf(folder));
}

function fillerOf(folder: string): string {
  return join(folder, "filler");
}
