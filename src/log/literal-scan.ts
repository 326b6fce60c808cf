// Which of many literals a text holds, in one pass and without regard to ASCII case (Aho–Corasick, as a full table):
// about a nanosecond a character, whatever the number of literals.

const alphabet = 128;

/** Marks in `hits` each group of which the text holds a literal; `true` if there is one. */
export type LiteralScan = (text: string, hits: Uint8Array) => boolean;

interface Node {
  readonly next: Map<number, number>;
  fail: number;
  readonly groups: Set<number>;
}

/** @param groups literals in ASCII, by group; a hit says the group */
export function literalScan(groups: readonly (readonly string[])[]): LiteralScan {
  const nodes = trie(groups);
  const table = new Uint16Array(nodes.length * alphabet);
  link(nodes, table);
  const found = nodes.map((node) => [...node.groups]);
  const accepts = Uint8Array.from(found, (list) => (list.length > 0 ? 1 : 0));
  return (text, hits) => {
    let state = 0;
    let any = false;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      state = unit < alphabet ? (table[state * alphabet + unit] as number) : 0;
      if (accepts[state] === 0) continue;
      any = true;
      for (const group of found[state] as number[]) hits[group] = 1;
    }
    return any;
  };
}

function trie(groups: readonly (readonly string[])[]): Node[] {
  const nodes: Node[] = [{ next: new Map(), fail: 0, groups: new Set() }];
  for (const [group, literals] of groups.entries()) {
    for (const literal of literals) {
      let at = 0;
      for (const char of literal.toLowerCase()) {
        const unit = char.charCodeAt(0);
        let to = (nodes[at] as Node).next.get(unit);
        if (to === undefined) {
          to = nodes.push({ next: new Map(), fail: 0, groups: new Set() }) - 1;
          (nodes[at] as Node).next.set(unit, to);
        }
        at = to;
      }
      (nodes[at] as Node).groups.add(group);
    }
  }
  return nodes;
}

/** Breadth first: where a node has no edge of its own it goes where its longest proper suffix goes. */
function link(nodes: Node[], table: Uint16Array): void {
  const queue = [0];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const node = nodes[at] as Node;
    for (let unit = 0; unit < alphabet; unit++) {
      const fallback = at === 0 ? 0 : (table[node.fail * alphabet + unit] as number);
      const to = node.next.get(unit);
      table[at * alphabet + unit] = to ?? fallback;
      if (to === undefined) continue;
      const child = nodes[to] as Node;
      child.fail = fallback;
      for (const group of (nodes[fallback] as Node).groups) child.groups.add(group);
      queue.push(to);
    }
    for (let unit = 65; unit <= 90; unit++) {
      table[at * alphabet + unit] = table[at * alphabet + unit + 32] as number;
    }
  }
}
