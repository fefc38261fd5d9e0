/** What a stage stands on, for scripts that run without Vitest: its own Temporal, the workflows' bundle, Chromium. */
import type { TestProject } from "vitest/node";
import setUpServers from "../support/global-setup.ts";
import findChromium from "./install-chromium.ts";
import type { Ground } from "./stage.ts";

export async function startGround(): Promise<Ground & { stop(): Promise<void> }> {
  const provided: Record<string, unknown> = {};
  const project = { provide: (name: string, value: unknown) => void (provided[name] = value) } as TestProject;
  const stop = await setUpServers(project);
  await findChromium(project);
  return { ...(provided as unknown as Ground), stop };
}
