/** Every hostile input: made from the API's own description, so that a new route or field is attacked by itself. */
import {
  addressOf,
  bodyWith,
  type Description,
  fieldsOf,
  type Input,
  type Route,
  requestOf,
  routesOf,
  type Targets,
  takes,
} from "./description.ts";
import { HEADERS, type Hostile, IDS, LARGE, QUERIES, SMALL } from "./values.ts";
import { RAW_BODIES } from "./wire.ts";

/** Which share of the values a field takes, by its depth. */
const ONE_IN = [1, 4];
const LAST_ONE_IN = 12;

/** A list for each route and class: a part of its address, a parameter, its headers, a field, raw bodies, whole ones. */
export function inputsOf(description: Description, targets: Targets): Input[][] {
  return routesOf(description).flatMap((route) => [
    ...hostileIds(route, targets),
    ...hostileQueries(route, targets),
    hostileHeaders(route, targets),
    ...hostileBodies(route, targets, description),
  ]);
}

function hostileIds(route: Route, targets: Targets): Input[][] {
  const places = (route.parameters ?? []).filter((parameter) => parameter.in === "path");
  return places.map(({ name }) =>
    IDS.map((id) => ({
      ...requestOf(route, `${name} = ${id.slice(0, 40)}`),
      path: addressOf({ ...route, path: route.path.replace(`{${name}}`, () => id) }, targets),
    })),
  );
}

function hostileQueries(route: Route, targets: Targets): Input[][] {
  const names = (route.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
  return [...names, "__proto__"].map((name) =>
    QUERIES.map((query) => ({
      ...requestOf(route, `?${name}=${query.slice(0, 40)}`),
      path: `${addressOf(route, targets)}?${name}=${query}`,
    })),
  );
}

function hostileHeaders(route: Route, targets: Targets): Input[] {
  return HEADERS.map((headers) => {
    const [[name, text] = ["", ""]] = Object.entries(headers);
    const request = requestOf(route, `${name}: ${text.slice(0, 40)}`);
    return { ...request, path: addressOf(route, targets), headers: { ...request.headers, ...headers } };
  });
}

function hostileBodies(route: Route, targets: Targets, description: Description): Input[][] {
  const media = Object.values(route.requestBody?.content ?? {})[0];
  if (!media) return [];
  const path = addressOf(route, targets);
  const example = media.example ?? {};
  const fields = fieldsOf(media.schema, description);
  const mutated = fields.map(({ pointer, schema }, n) =>
    valuesFor({ n, isLarge: takes(["string", "array", "object"], schema, description), depth: pointer.length }).map(
      (hostile) => ({
        ...requestOf(route, `/${pointer.join("/")} = ${hostile.name}`),
        path,
        body: bodyWith(route, example, { pointer, hostile }),
      }),
    ),
  );
  const raw = RAW_BODIES.map(({ name, body, headers = {} }) => {
    const request = requestOf(route, name);
    return { ...request, path, body, headers: { ...request.headers, ...headers } };
  });
  const whole = [...SMALL, ...LARGE].map(({ name, json }) => ({ ...requestOf(route, name), path, body: json }));
  return [...mutated, raw, whole];
}

/** Fields of the request itself take every value. Deeper ones take turns: an export has 1,000 of them. */
function valuesFor({ n, isLarge, depth }: { n: number; isLarge: boolean; depth: number }): Hostile[] {
  const oneIn = ONE_IN[depth - 1] ?? LAST_ONE_IN;
  const ofTurn = (values: Hostile[]) => values.filter((_, i) => (i + n) % oneIn === 0);
  return [...ofTurn(SMALL), ...(isLarge ? ofTurn(LARGE) : [])];
}
