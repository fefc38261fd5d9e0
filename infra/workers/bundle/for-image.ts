/**
 * Run where an image is built: bundles the workflows as a worker does without tracing, for plain and for encrypted payloads.
 * In the image nothing can be kept, so each start of a worker would bundle them again.
 */
import { bundleWorkflows } from "./bundle.ts";

for (const encrypted of [false, true]) {
  const bundle = await bundleWorkflows({ encrypted, interceptorModules: [] });
  await bundle[Symbol.asyncDispose]();
}
