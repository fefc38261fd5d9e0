/**
 * Before every file, since files share what they have loaded: schemas have `openapi` only if they are made after this
 * import.
 */
import "@hono/zod-openapi";
