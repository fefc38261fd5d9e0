/** How the workflows are bundled, for a worker that starts and for the functions' package. */
import { type BundleOptions, bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { modulePath } from "../../local/base/module-path.ts";

export interface CodeSettings {
  /** Missing: payloads are plain. */
  failureConverterPath?: string;
  /** Modules of interceptors for tracing. */
  interceptorModules: string[];
}

type Plugin = NonNullable<ReturnType<NonNullable<BundleOptions["webpackConfigHook"]>>["plugins"]>[number];

/** The code; `plugins` are webpack's. */
export async function workflowCode(settings: CodeSettings, plugins: Plugin[] = []): Promise<string> {
  const { interceptorModules, ...converter } = settings;
  const at = (name: string) => modulePath(import.meta.url, `../../../workflows/${name}`);
  const { code } = await bundleWorkflowCode({
    ...converter,
    workflowsPath: at("index"),
    preloadModules: [at("preload")],
    workflowInterceptorModules: interceptorModules,
    // Stacks need places, not the sources themselves, which are 40 % of the file.
    webpackConfigHook: (webpack) => ({
      ...webpack,
      devtool: "inline-nosources-source-map",
      plugins: [...(webpack.plugins ?? []), ...plugins],
    }),
    logger: new DefaultLogger("WARN"),
  });
  return code;
}
