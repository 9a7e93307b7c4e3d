/** Reads which sentences the engine says as data, and which it holds as words. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, nameOf, treeOf, visit } from './syntax-tree.ts';

export interface EngineSentence {
  /** `file:line` */
  at: string;
  file: string;
  /** With `GAP` for what is put into it. */
  text: string;
}

/** A file that is read. */
interface Place {
  file: string;
  source: string;
}

/** Stands for what is put into a sentence. */
export const GAP = '⟨⟩';

const root = join(import.meta.dirname, '..', '..');

/** Words that are handed to these are shown, no sentences only. */
const SHOWN_CALLS = new Set(['onLog', 'problem', 'refuse', 'refused']);
/** Single words as well, where they are handed to `check` or stand in such a field. */
const SHOWN_FIELDS = new Set(['check', 'status_text', 'compared_with', 'expected', 'found', 'what', 'subject']);

/** The API's document, which is English: summaries, descriptions, and functions whose first value is one. */
const DOCUMENTED = new Set(['summary', 'description', 'json', 'tokenAnswer', 'errorResponses']);
/** Errors of the program itself: the window says "The service failed." */
const OWN_ERRORS = new Set(['Error', 'RangeError', 'TypeError']);
/** Log of the engine, terminal, databases; facts and details of a failure, whose sentences are data of their own. */
const NOT_SAID_CALLS = new Set(
  'log engineLog write print prepare sql exec run of startsWith endsWith includes test split'.split(' '),
);

/** Sentences in the engine's sources that are neither said as data nor a failure's. */
export function sentencesOfEngine(): EngineSentence[] {
  const found: EngineSentence[] = [];
  read('service/**/*.ts', (node, parents, { file, source }) => {
    if (/^service\/failures\//.test(file) || isNotSaid(node, parents.at(-1))) return false;
    const text = textIn(node)?.trim() ?? null;
    if (text !== null && isSentence(text, parents)) {
      found.push({ at: `${file}:${source.slice(0, node.start).split('\n').length}`, file, text });
    }
    return true;
  });
  return found;
}

/** Texts that the engine and main say as data; null for one that is put together, which no catalogue can hold. */
export function textsSaid(): { at: string; text: string | null }[] {
  const found: { at: string; text: string | null }[] = [];
  read('{service,main}/**/*.ts', (node, _parents, { file, source }) => {
    if (isSaying(node)) {
      const [first] = node.arguments as Node[];
      const text = textIn(first);
      const at = `${file}:${source.slice(0, node.start).split('\n').length}`;
      found.push({ at, text: text === null || text.includes(GAP) ? null : text });
    }
    return true;
  });
  return found;
}

/** A call of `say` of `language/sentence.ts`, and of no method of that name. */
function isSaying(node: Node): boolean {
  const callee = node.callee as Node | undefined;
  return node.type === 'CallExpression' && callee?.type === 'Identifier' && nameOf(callee) === 'say';
}

function read(pattern: string, look: (node: Node, parents: readonly Node[], place: Place) => boolean): void {
  for (const path of globSync(pattern, { cwd: root }).toSorted()) {
    const file = path.replaceAll('\\', '/');
    if (/\.test\.ts$|\.d\.ts$|\/(testing|test-data|conformance|migrations\/\d)/.test(file)) continue;
    const source = readFileSync(join(root, path), 'utf8');
    visit(treeOf(file, source), [], (node, parents) => look(node, parents, { file, source }));
  }
}

function isNotSaid(node: Node, parent: Node | undefined): boolean {
  if (/^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true;
  if (node.type === 'BinaryExpression' && /[=<>]|^in$/.test(String(node.operator))) return true;
  if (parent?.type === 'SwitchCase' && parent.test === node) return true;
  if (parent?.type === 'Property' && parent.key === node) return true;
  if (node.type === 'Property' && DOCUMENTED.has(nameOf(node.key))) return true;
  if (node.type === 'FunctionDeclaration' && DOCUMENTED.has(nameOf(node.id))) return true;
  if (node.type === 'NewExpression') return OWN_ERRORS.has(nameOf(node.callee));
  if (isSaying(node)) return true;
  if (node.type !== 'CallExpression') return false;
  const called = nameOf(node.callee);
  // A line of an import's log, which its window shows.
  if (called === 'write' && /^#?log$/.test(nameOf((node.callee as Node).object))) return false;
  return (
    NOT_SAID_CALLS.has(called) || (DOCUMENTED.has(called) && (node.arguments as Node[]).some((given) => textIn(given)))
  );
}

/** The text that a node is; null for another node. */
function textIn(node: Node | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type !== 'TemplateLiteral') return null;
  const text = (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join(GAP);
  // An owner and a name are one thing to a sentence.
  return text.replaceAll(`${GAP}/${GAP}`, GAP);
}

function isSentence(text: string, parents: readonly Node[]): boolean {
  // Names of files are no words.
  if (!/\p{L}{2}/u.test(text.replaceAll(GAP, '')) || /^\S+\.[a-z]+$/.test(text)) return false;
  const place = parents.findLast(({ type }) => /^(Property|CallExpression|NewExpression)$/.test(type));
  const name = nameOf(place?.type === 'Property' ? place.key : place?.callee);
  if (SHOWN_FIELDS.has(name) || (SHOWN_CALLS.has(name) && text.includes(' '))) return true;
  return /^["“⟨\p{Lu}].* .*[.…?!]$/su.test(text);
}
