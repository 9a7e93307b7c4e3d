/** Writes a Subversion dump (format 2) of a project that grows over a few thousand revisions. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Random, textLine } from './random.ts';

const AUTHORS = Array.from({ length: 24 }, (_, i) => `developer${i + 1}`);

interface Node {
  path: string;
  kind?: 'file' | 'dir';
  action: 'add' | 'change' | 'delete' | 'replace';
  text?: string;
  copyFrom?: { path: string; revision: number };
  properties?: Record<string, string>;
}

function propertyBlock(properties: Record<string, string>): string {
  let block = '';
  for (const [key, value] of Object.entries(properties)) {
    block += `K ${Buffer.byteLength(key)}\n${key}\nV ${Buffer.byteLength(value)}\n${value}\n`;
  }
  return `${block}PROPS-END\n`;
}

function nodeRecord(node: Node): string {
  let head = `Node-path: ${node.path}\n`;
  if (node.kind) head += `Node-kind: ${node.kind}\n`;
  head += `Node-action: ${node.action}\n`;
  if (node.copyFrom) head += `Node-copyfrom-rev: ${node.copyFrom.revision}\nNode-copyfrom-path: ${node.copyFrom.path}\n`;
  const properties = node.properties ? propertyBlock(node.properties) : '';
  let length = 0;
  if (properties) {
    head += `Prop-content-length: ${Buffer.byteLength(properties)}\n`;
    length += Buffer.byteLength(properties);
  }
  if (node.text !== undefined) {
    const size = Buffer.byteLength(node.text);
    head += `Text-content-length: ${size}\nText-content-md5: ${createHash('md5').update(node.text).digest('hex')}\n`;
    length += size;
  }
  if (properties || node.text !== undefined) head += `Content-length: ${length}\n`;
  return `${head}\n${properties}${node.text ?? ''}\n\n`;
}

/**
 * Writes the dump to `file`.
 * @param revisions how many revisions besides revision 0
 * @param files files in trunk at the start; a tenth as many again are added over time
 */
export async function writeSubversionDump(file: string, revisions: number, files: number, seed = 7): Promise<void> {
  const random = new Random(seed);
  const out = createWriteStream(file);
  const emit = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  const branches = new Map<string, Map<string, string[]>>();
  const mergedUpTo = new Map<string, number>();
  const start = Date.UTC(2004, 0, 1);
  const header = async (revision: number, log: string) => {
    const properties = propertyBlock({
      'svn:log': log,
      'svn:author': random.pick(AUTHORS),
      'svn:date': new Date(start + revision * 3_600_000).toISOString().replace('Z', '000Z'),
    });
    const size = Buffer.byteLength(properties);
    await emit(`Revision-number: ${revision}\nProp-content-length: ${size}\nContent-length: ${size}\n\n${properties}\n`);
  };

  await emit('SVN-fs-dump-format-version: 2\n\nUUID: 5f3c1f2e-8a58-4bb9-9a7c-0d1c6f4d7a11\n\n');
  const folders = Array.from({ length: Math.max(4, Math.round(files / 12)) }, (_, i) => `src/module${i}`);
  await header(1, 'Start the project');
  for (const path of ['trunk', 'branches', 'tags', 'trunk/src', ...folders.map((f) => `trunk/${f}`)]) {
    await emit(nodeRecord({ path, kind: 'dir', action: 'add', properties: {} }));
  }
  const trunk = new Map<string, string[]>();
  for (let i = 0; i < files; i++) {
    const lines = Array.from({ length: 30 + random.below(random.below(10) === 0 ? 2500 : 400) }, () => textLine(random));
    const path = `${random.pick(folders)}/file${i}.c`;
    trunk.set(path, lines);
    await emit(
      nodeRecord({
        path: `trunk/${path}`,
        kind: 'file',
        action: 'add',
        text: `${lines.join('\n')}\n`,
        properties: { 'svn:eol-style': 'native', ...(i % 29 === 0 ? { 'svn:executable': '*' } : {}) },
      }),
    );
  }
  branches.set('trunk', trunk);

  for (let revision = 2; revision <= revisions; revision++) {
    if (revision % 97 === 0) {
      const name = `branches/work-${revision}`;
      await header(revision, `Branch ${name} from trunk`);
      await emit(nodeRecord({ path: name, kind: 'dir', action: 'add', copyFrom: { path: 'trunk', revision: revision - 1 } }));
      branches.set(name, new Map(branches.get('trunk')));
      mergedUpTo.set(name, revision);
      continue;
    }
    if (revision % 151 === 0) {
      await header(revision, `Tag release ${revision}`);
      await emit(nodeRecord({ path: `tags/release-${revision}`, kind: 'dir', action: 'add', copyFrom: { path: 'trunk', revision: revision - 1 } }));
      continue;
    }
    if (revision % 389 === 0) {
      const gone = [...branches.keys()].find((name) => name !== 'trunk');
      if (gone) {
        await header(revision, `Delete ${gone}`);
        await emit(nodeRecord({ path: gone, action: 'delete' }));
        branches.delete(gone);
        continue;
      }
    }
    const name = random.below(3) === 0 ? random.pick([...branches.keys()]) : 'trunk';
    const content = branches.get(name);
    if (!content) throw new Error(`no branch ${name}`);
    await header(revision, `Change ${revision} on ${name}\n\n${textLine(random)}\n`);
    const paths = [...content.keys()];
    const touched = new Set<string>();
    for (let i = 1 + random.below(5); i > 0; i--) touched.add(random.pick(paths));
    for (const path of touched) {
      const lines = [...(content.get(path) ?? [])];
      for (let k = 1 + random.below(6); k > 0; k--) {
        const at = random.below(lines.length + 1);
        if (random.below(4) === 0) lines.splice(at, 1 + random.below(3));
        else lines.splice(at, random.below(2), textLine(random));
      }
      content.set(path, lines);
      await emit(nodeRecord({ path: `${name}/${path}`, kind: 'file', action: 'change', text: `${lines.join('\n')}\n` }));
    }
    if (random.below(12) === 0) {
      const path = `${random.pick(folders)}/added${revision}.c`;
      const lines = Array.from({ length: 20 + random.below(200) }, () => textLine(random));
      content.set(path, lines);
      await emit(nodeRecord({ path: `${name}/${path}`, kind: 'file', action: 'add', text: `${lines.join('\n')}\n`, properties: {} }));
    }
    if (random.below(40) === 0 && paths.length > 20) {
      const path = random.pick(paths.filter((p) => !touched.has(p)));
      content.delete(path);
      await emit(nodeRecord({ path: `${name}/${path}`, action: 'delete' }));
    }
  }
  out.end();
  await once(out, 'finish');
}
