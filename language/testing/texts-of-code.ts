/** Reads what code says to people: the texts that it has translated, and those that it forgot to. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, nameOf, treeOf, visit } from './syntax-tree.ts';

/** A call of `t`. */
export interface SaidText {
  /** `file:line` */
  at: string;
  /** Null for one that is put together, which no catalogue can hold. */
  english: string | null;
  /** Names of its values; null where they are not written out. */
  values: string[] | null;
}

export interface CodeTexts {
  said: SaidText[];
  /** `file:line: text` */
  hardCoded: string[];
}

const root = join(import.meta.dirname, '..', '..');

/** What is shown to people by an attribute or a property of this name. */
const SHOWN = new Set(
  'alt aria-label aria-valuetext buttonLabel caption confirmLabel description empty hint label legend message note placeholder submitLabel title words'.split(
    ' ',
  ),
);
/** What is read by programs. */
const CODE =
  /^(className|component|data-.*|fontFamily\w*|href|key|path|queryKey|style|testId|to|type|variant|id|from|timeZone)$/;

/** Names, units, codes and examples: the same in every language. */
const NO_LANGUAGE =
  /^(Gantry( ….*| window)?|Git|GraphQL|API|JSON|SHA-256|Mercurial|Subversion|Team Foundation( Version Control)?|English|Deutsch|DOMAIN\\name|username, password|left out|stoppable …|… does not begin with a title\.|Not found|(https?:\/)?\/\S+)$/;

/** Pages of the guide have one name in every language; what is in the practice repository is its history. */
const NOT_SAID = new Set(['renderer/frame/guide-places.ts', 'main/practice/story.ts']);

/** The texts of the files that a pattern names, below the project's folder; without tests and catalogues. */
export function textsOf(pattern: string): CodeTexts {
  const texts: CodeTexts = { said: [], hardCoded: [] };
  for (const file of globSync(pattern, { cwd: root }).toSorted()) {
    if (/\.test\.tsx?$|\/language\/|\.d\.ts$/.test(file) || NOT_SAID.has(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    const at = ({ start }: Node) => `${file}:${source.slice(0, start).split('\n').length}`;
    visit(treeOf(file, source), [], (node, parents) => {
      const parent = parents.at(-1);
      if (isCall(node, 't')) texts.said.push({ at: at(node), ...saidBy(node) });
      if (isForPrograms(node, parent)) return false;
      const text = textIn(node);
      if (text !== null && isForgotten(text, node, parents)) texts.hardCoded.push(`${at(node)}: ${text.trim()}`);
      return true;
    });
  }
  return texts;
}

function isCall(node: Node, name: string): boolean {
  return node.type === 'CallExpression' && nameOf(node.callee) === name;
}

function saidBy(node: Node): Pick<SaidText, 'english' | 'values'> {
  const [text, values] = node.arguments as Node[];
  const english = text?.type === 'Literal' ? String(text.value) : null;
  if (values === undefined) return { english, values: [] };
  const properties = values.type === 'ObjectExpression' ? (values.properties as Node[]) : null;
  const isWhole = properties?.every((property) => property.type === 'Property') ?? false;
  return { english, values: isWhole ? (properties ?? []).map((property) => nameOf(property.key)) : null };
}

/** Imports, types, comparisons, addresses of the API, the log and the terminal, both of which are English. */
function isForPrograms(node: Node, parent: Node | undefined): boolean {
  if (/^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true;
  if (node.type === 'BinaryExpression' && /[=<>]|^in$/.test(String(node.operator))) return true;
  if (parent !== undefined && isCall(parent, 't') && (parent.arguments as Node[])[0] === node) return true;
  if (parent?.type === 'SwitchCase' && parent.test === node) return true;
  if (parent?.type === 'Property' && parent.key === node) return true;
  return node.type === 'CallExpression' && /^(api|error|warn|info|write|getContext)$/.test(nameOf(node.callee));
}

/** The text that a node is, with … for what is put into it; null for another node. */
function textIn(node: Node): string | null {
  if (node.type === 'JSXText') return String(node.value);
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join('…');
}

/** Whether a person would read this as language. */
function isForgotten(text: string, node: Node, parents: readonly Node[]): boolean {
  const words = text.trim();
  if (!/\p{L}{2}/u.test(words) || NO_LANGUAGE.test(words)) return false;
  if (node.type === 'JSXText') return true;
  const place = parents.findLast(
    ({ type }) => type === 'JSXAttribute' || type === 'Property' || type === 'CallExpression',
  );
  const name = place === undefined || place.type === 'CallExpression' ? '' : nameOf(place.key ?? place.name);
  if (CODE.test(name)) return false;
  // A code, a file or an address stands where a text may stand, too.
  if (SHOWN.has(name)) return !/^[\w:/.@#-]*[\d:/.@#_-][\w…:/.@#-]*$|^[a-z]+([A-Z][a-z]+)+$/.test(words);
  if (/\b(px|rem|var\(|calc\()|^[A-Z]+ \/|^[MLCZ] …|^\(m|translate/.test(words)) return false;
  return /^[“"(]?\p{Lu}?[\p{Ll}’…]+,? [\p{Ll}“…(]/u.test(words) && /\p{L}{3}/u.test(words) && !/[{}<>=;|$]/.test(words);
}
