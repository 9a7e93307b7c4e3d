/** Reads the Markdown that our own documents are written in: headings, paragraphs, lists, tables and blocks of code. */

export interface Block {
  kind: 'heading' | 'paragraph' | 'list' | 'numbers' | 'table' | 'code';
  /** Of a heading: 1 to 4. */
  level: number;
  /** Lines of text: one for a heading or a paragraph, one an item of a list, cells with `|` of a table's row. */
  lines: string[];
}

/** Part of a line, and how it looks. */
export interface Span {
  text: string;
  look: 'plain' | 'strong' | 'emphasis' | 'code' | 'link';
  /** Of a link: where it leads, as it is written. */
  target?: string;
}

const SPAN = /\*\*(.+?)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|`([^`]+)`|!?\[([^\]]*)\]\(([^)]*)\)/g;

/** Pictures are left out: they lie beside the document, not in the app. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  const add = (kind: Block['kind'], line: string, level = 0): Block => {
    const block = { kind, level, lines: [line] };
    blocks.push(block);
    return block;
  };
  const inCode = () => open?.kind === 'code';
  for (const line of text.split(/\r?\n/)) {
    if (/^```/.test(line)) {
      open = inCode() ? null : { kind: 'code', level: 0, lines: [] };
      if (open !== null) blocks.push(open);
      continue;
    }
    if (open !== null && inCode()) {
      open.lines.push(line);
      continue;
    }
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    const item = /^(?:[-*]|(\d+)\.) (.*)$/.exec(line);
    if (heading !== null) {
      add('heading', heading[2] ?? '', heading[1]?.length);
      open = null;
    } else if (line.trim() === '' || /^!\[[^\]]*\]\([^)]*\)$/.test(line)) open = null;
    else if (/^\|/.test(line)) open = withRow(open, line, add);
    else if (item !== null) {
      const kind = item[1] === undefined ? 'list' : 'numbers';
      if (open?.kind === kind) open.lines.push(item[2] ?? '');
      else open = add(kind, item[2] ?? '');
    } else if (open !== null && open.kind !== 'table') {
      open.lines.push(`${open.lines.pop() ?? ''} ${line.trim()}`.trim());
    } else open = add('paragraph', line.trim());
  }
  return blocks;
}

function withRow(open: Block | null, line: string, add: (kind: 'table', line: string) => Block): Block {
  const row = line.replace(/^\||\|\s*$/g, '');
  if (open?.kind !== 'table') return add('table', row);
  if (!/^[\s:|-]+$/.test(row)) open.lines.push(row);
  return open;
}

/** A line in parts. Marks within the words of a link are left out. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of line.matchAll(SPAN)) {
    if (found.index > at) spans.push({ text: line.slice(at, found.index), look: 'plain' });
    const [, strong, emphasis, code, words, target] = found;
    if (strong !== undefined) spans.push({ text: strong, look: 'strong' });
    else if (emphasis !== undefined) spans.push({ text: emphasis, look: 'emphasis' });
    else if (code !== undefined) spans.push({ text: code, look: 'code' });
    else if (!found[0].startsWith('!')) {
      const text = spansOf(words ?? '').map((span) => span.text);
      spans.push({ text: text.join(''), look: 'link', target: target ?? '' });
    }
    at = found.index + found[0].length;
  }
  if (at < line.length) spans.push({ text: line.slice(at), look: 'plain' });
  return spans;
}

/** Parts of a document, each a heading of the second or third level with what stands below it. */
export function sectionsOf(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1) continue;
    if (block.kind === 'heading' || sections.length === 0) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections;
}
