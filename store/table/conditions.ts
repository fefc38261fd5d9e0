/** Conditions and updates in DynamoDB's expressions, with a placeholder for each name and value. */

interface Condition {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

export const ABSENT: Condition = { ConditionExpression: "attribute_not_exists(PK)" };
export const PRESENT: Condition = { ConditionExpression: "attribute_exists(PK)" };

/** One `#name = :value` for each attribute, under names of its own. */
function equations(prefix: string, attributes: Record<string, unknown>) {
  const entries = Object.entries(attributes);
  return {
    names: Object.fromEntries(entries.map(([name], i) => [`#${prefix}${i}`, name])),
    values: Object.fromEntries(entries.map(([, value], i) => [`:${prefix}${i}`, value])),
    terms: entries.map((_, i) => `#${prefix}${i} = :${prefix}${i}`),
  };
}

/** The item has all of these attributes; without any, it is there. */
export function isEqual(where: Record<string, unknown>): Condition {
  const { names, values, terms } = equations("w", where);
  if (terms.length === 0) return PRESENT;
  return {
    ConditionExpression: terms.join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

/** The item's version is lower, and nobody has closed it. */
export function isOlder(version: number): Condition {
  return {
    ConditionExpression: "attribute_exists(PK) AND #old < :new AND attribute_not_exists(#closed)",
    ExpressionAttributeNames: { "#old": "version", "#closed": "closed" },
    ExpressionAttributeValues: { ":new": version },
  };
}

/** `now` in seconds since 1970. */
export function isExpired(now: number) {
  return { expression: "expiresAt <= :now", ExpressionAttributeValues: { ":now": now } };
}

/** Sets attributes under a condition. */
export function setting(set: Record<string, unknown>, condition: Condition) {
  const { names, values, terms } = equations("s", set);
  return {
    ...condition,
    UpdateExpression: `SET ${terms.join(", ")}`,
    ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, ...names },
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ...values },
  };
}
