// The intentions file: every list item and every paragraph is an entry, in file order. Headings, comments, code and
// done boxes with all under them are not. Nested items follow their parent's text after a space.
//
// The parser's time grows with the square of a line's nesting and of its emphasis marks and brackets, so the first is
// bounded and the others, which an entry keeps as they were written, are not parsed.

import { fromMarkdown } from "mdast-util-from-markdown";
import { safeText } from "./safe-text.js";

type Node = ReturnType<typeof fromMarkdown>["children"][number];
type ListItem = Extract<Node, { type: "listItem" }>;

const literal = { disable: { null: ["attention", "labelStartImage", "labelStartLink", "labelEnd"] } };

/** Bullets, numbers and quote marks at a line's beginning, beyond the eighth. */
const tooDeep = /^((?:[ \t]*(?:[-*+>]|\d{1,9}[.)])(?=[ \t>])){8})(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])(?=[ \t>]|$))+/gm;

/** The entries of a Markdown text (at most 32 KiB of UTF-8), each one line. */
export function intentionEntries(markdown: string): readonly string[] {
  const entries: string[] = [];
  const source = markdown.replace(tooDeep, "$1");
  collect(fromMarkdown(source, { extensions: [literal] }).children, source, entries);
  return entries;
}

function collect(nodes: readonly Node[], source: string, entries: string[]): void {
  for (const node of nodes) {
    if (node.type === "paragraph") push(entries, paragraphText(node, source));
    else if (node.type === "blockquote") collect(node.children, source, entries);
    else if (node.type === "list") for (const item of node.children) push(entries, itemText(item, source));
  }
}

function push(entries: string[], text: string): void {
  const entry = safeText(text.replace(/\s+/g, " "));
  if (entry !== "") entries.push(entry);
}

/** Text of a list item and all under it but done boxes. */
function itemText(item: ListItem, source: string): string {
  const parts = textsOf(item.children as readonly Node[], source);
  const box = /^\[([ xX])\](?=\s|$)/.exec(parts[0] ?? "");
  if (box === null) return parts.filter((part) => part !== "").join(" ");
  if (box[1] !== " ") return "";
  return [(parts[0] as string).slice(3).trimStart(), ...parts.slice(1)].filter((part) => part !== "").join(" ");
}

function textsOf(nodes: readonly Node[], source: string): string[] {
  return nodes.flatMap((node) => {
    if (node.type === "paragraph") return [paragraphText(node, source)];
    if (node.type === "list") return node.children.map((nested) => itemText(nested, source));
    return node.type === "blockquote" ? textsOf(node.children, source) : [];
  });
}

/** The paragraph as it was written, without comments. */
function paragraphText(node: Extract<Node, { type: "paragraph" }>, source: string): string {
  return node.children
    .map((child) => (child.type === "html" && child.value.startsWith("<!--") ? "" : sourceOf(child, source)))
    .join("")
    .trim();
}

function sourceOf(node: Node, source: string): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}
