/** Expressions for writes that depend on what an item holds. */

interface Expression {
  names: Record<string, string>;
  values: Record<string, unknown>;
  terms: string[];
}

/** One `#name = :value` for each attribute, under names of its own. */
function equations(prefix: string, attributes: Record<string, unknown>): Expression {
  const entries = Object.entries(attributes);
  return {
    names: Object.fromEntries(entries.map(([name], i) => [`#${prefix}${i}`, name])),
    values: Object.fromEntries(entries.map(([, value], i) => [`:${prefix}${i}`, value])),
    terms: entries.map((_, i) => `#${prefix}${i} = :${prefix}${i}`),
  };
}

/** The condition that an item has all of these attributes. */
export function isEqual(where: Record<string, unknown>) {
  const { names, values, terms } = equations("w", where);
  return {
    ConditionExpression: terms.join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

/** Sets attributes under that condition. */
export function setting(set: Record<string, unknown>, where: Record<string, unknown>) {
  const { names, values, terms } = equations("s", set);
  const condition = isEqual(where);
  return {
    ...condition,
    UpdateExpression: `SET ${terms.join(", ")}`,
    ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, ...names },
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ...values },
  };
}
