/** Writes a type out as TypeScript that names nothing but the language's own types. */
import { type Checker, ElementFlags, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";

type Symbol = ReturnType<Checker["getPropertiesOfType"]>[number];

/** Throws for what has no place in JSON, such as a function. */
export function writeType(type: Type, checker: Checker): string {
  if (type.flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral | TypeFlags.TemplateLiteral))
    return checker.typeToString(type);
  if (type.isIntrinsicType()) return type.intrinsicName;
  if (type.isStringLiteralType() || type.isNumberLiteralType()) return JSON.stringify(type.value);
  if (type.isUnionType()) return writeUnion(type.getTypes(), checker);
  if (type.isIntersectionType()) return writeMembers(type, checker);
  if (checker.isTupleType(type)) return writeTuple(type, checker);
  if (checker.isArrayType(type)) return writeArray(type, checker);
  if (type.isObjectType()) return writeMembers(type, checker);
  throw new Error(`there is no way yet to write the type ${checker.typeToString(type)}`);
}

/** The compiler takes `boolean` apart. */
function writeUnion(types: readonly Type[], checker: Checker): string {
  const texts = new Set(types.map((type) => writeType(type, checker)));
  if (texts.has("true") && texts.has("false")) {
    for (const half of ["true", "false"]) texts.delete(half);
    texts.add("boolean");
  }
  return [...texts].join(" | ");
}

function writeArray(type: Type, checker: Checker): string {
  const [item] = argumentsOf(type, checker);
  const readonly = type.getSymbol()?.name === "ReadonlyArray" ? "readonly " : "";
  return `${readonly}${item ? grouped(item, checker) : "unknown"}[]`;
}

function writeTuple(type: Type, checker: Checker): string {
  const target = type.isTypeReference() ? type.getTarget() : type;
  const flags = target.isTupleType() ? target.elementFlags : [];
  const items = argumentsOf(type, checker).map((item, i) => {
    const text = grouped(item, checker);
    return (flags[i] ?? 0) & ElementFlags.Rest ? `...${text}[]` : text;
  });
  return `[${items.join(", ")}]`;
}

function argumentsOf(type: Type, checker: Checker): readonly Type[] {
  return checker.getTypeArguments(type as Parameters<Checker["getTypeArguments"]>[0]);
}

function writeMembers(type: Type, checker: Checker): string {
  const indexes = checker.getIndexInfosOfType(type).map(({ keyType, valueType }) => {
    return `[key: ${writeType(keyType, checker)}]: ${writeType(valueType, checker)};`;
  });
  const properties = checker.getPropertiesOfType(type).map((each) => writeProperty(each, checker));
  return `{ ${[...indexes, ...properties].join(" ")} }`;
}

function writeProperty(property: Symbol, checker: Checker): string {
  const type = checker.getTypeOfSymbol(property);
  if (!type) throw new Error(`the property ${property.name} has no type`);
  const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
  const about = checker.getDocumentationCommentOfSymbol(property);
  const name = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : JSON.stringify(property.name);
  const text =
    isOptional && type.isUnionType() ? writeUnion(type.getTypes().filter(isThere), checker) : writeType(type, checker);
  return `${about && `/** ${about} */ `}${name}${isOptional ? "?" : ""}: ${text};`;
}

/** A property that may be missing needs no `undefined`. */
function isThere({ flags }: Type): boolean {
  return (flags & TypeFlags.Undefined) === 0;
}

/** As the item of an array. */
function grouped(item: Type, checker: Checker): string {
  const text = writeType(item, checker);
  return item.isUnionType() && text.includes(" | ") ? `(${text})` : text;
}
