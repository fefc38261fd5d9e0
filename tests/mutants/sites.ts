/** Where a source can be changed so that a test should notice. */
import { type Program, Visitor } from "oxc-parser";

export interface Site {
  file: string;
  start: number;
  end: number;
  kind: string;
  /** What stands there then. */
  replacement: string;
}

const OPPOSITES: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};
const KINDS: Record<string, string> = {
  "&&": "logic",
  "||": "logic",
  "??": "logic",
  "===": "equality",
  "!==": "equality",
};
const kindOf = (operator: string) => KINDS[operator] ?? (/[<>]/.test(operator) ? "comparison" : "arithmetic");

export function sitesIn({ path: file, text, program }: { path: string; text: string; program: Program }): Site[] {
  const sites: Site[] = [];
  const add = (node: { start: number; end: number }, kind: string, replacement: string) =>
    sites.push({ file, start: node.start, end: node.end, kind, replacement });
  const operator = (node: { left: Node; right: Node; operator: string }) => {
    const opposite = OPPOSITES[node.operator];
    if (opposite === undefined) return;
    const at = text.indexOf(node.operator, node.left.end);
    // Parentheses of the left side may come first; a comment may not.
    if (at < 0 || at >= node.right.start || /[^\s)]/.test(text.slice(node.left.end, at))) return;
    add({ start: at, end: at + node.operator.length }, kindOf(node.operator), opposite);
  };
  new Visitor({
    BinaryExpression: (node) => operator(node),
    LogicalExpression: (node) => operator(node),
    IfStatement: ({ test }) => void add(test, "condition", `!(${text.slice(test.start, test.end)})`),
    ConditionalExpression: ({ test }) => void add(test, "condition", `!(${text.slice(test.start, test.end)})`),
    ExpressionStatement(node) {
      const isCall = node.expression.type === "CallExpression" || node.expression.type === "AwaitExpression";
      if (isCall) add(node, "call left out", ";");
    },
    Literal(node) {
      if (typeof node.value === "boolean") add(node, "boolean", String(!node.value));
      if (typeof node.value === "number") add(node, "number", String(node.value + 1));
    },
  }).visit(program);
  return sites;
}

interface Node {
  start: number;
  end: number;
}
