/**
 * Run where an image is built: bundles the workflows as a worker does without tracing, for plain and for encrypted payloads.
 * In the image nothing can be kept, so each start of a worker would bundle them again.
 */
import { FAILURE_CONVERTER } from "../../codec/data-converter.ts";
import { bundleWorkflows } from "./bundle.ts";

for (const converter of [{}, { failureConverterPath: FAILURE_CONVERTER }]) {
  const bundle = await bundleWorkflows({ ...converter, interceptorModules: [] });
  await bundle[Symbol.asyncDispose]();
}
