/** Setup of every file of tests: `PROPERTIES_SEED` repeats what the properties of a run tried, as `.ci/run` says it. */
import fc from "fast-check";

const seed = process.env.PROPERTIES_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
