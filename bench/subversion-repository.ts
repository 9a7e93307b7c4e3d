/** A Subversion repository of a project that grows over a few thousand revisions: edits, branches, tags, deletions. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { DumpBuilder } from '../service/sources/subversion/testing/dump-builder.ts';
import { Random, textLine } from './random.ts';

const AUTHORS = Array.from({ length: 24 }, (_, i) => `developer${i + 1}`);

type Files = Map<string, string[]>;

/**
 * Writes a dump to `file`.
 * @param revisions how many revisions besides revision 0
 * @param files files in trunk at the start; more come over time
 */
export async function writeSubversionDump(file: string, revisions: number, files: number, seed = 7): Promise<void> {
  const random = new Random(seed);
  const out = createWriteStream(file);
  const dump = new DumpBuilder((bytes) => void out.write(bytes));
  const branches = new Map<string, Files>();
  const folders = Array.from({ length: Math.max(4, Math.round(files / 12)) }, (_, i) => `src/module${i}`);
  startProject(dump, random, branches, folders, files);
  while (dump.number < revisions) {
    nextRevision(dump, random, branches, folders);
    if (out.writableNeedDrain) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function startProject(
  dump: DumpBuilder,
  random: Random,
  branches: Map<string, Files>,
  folders: string[],
  files: number,
): void {
  dump.revision('Start the project', { author: random.pick(AUTHORS) });
  for (const path of ['trunk', 'branches', 'tags', 'trunk/src', ...folders.map((folder) => `trunk/${folder}`)])
    dump.dir(path);
  const trunk: Files = new Map();
  for (let i = 0; i < files; i++) {
    const length = 30 + random.below(random.below(10) === 0 ? 2500 : 400);
    const lines = Array.from({ length }, () => textLine(random));
    const path = `${random.pick(folders)}/file${i}.c`;
    trunk.set(path, lines);
    const executable: Record<string, string> = i % 29 === 0 ? { 'svn:executable': '*' } : {};
    dump.file(`trunk/${path}`, text(lines), { properties: { 'svn:eol-style': 'native', ...executable } });
  }
  branches.set('trunk', trunk);
}

function nextRevision(dump: DumpBuilder, random: Random, branches: Map<string, Files>, folders: string[]): void {
  const next = dump.number + 1;
  const author = random.pick(AUTHORS);
  const gone = next % 389 === 0 ? [...branches.keys()].find((name) => name !== 'trunk') : undefined;
  if (next % 97 === 0) {
    const name = `branches/work-${next}`;
    dump.revision(`Branch ${name} from trunk`, { author }).copyDir(name, 'trunk', next - 1);
    branches.set(name, new Map(branches.get('trunk')));
  } else if (next % 151 === 0) {
    dump.revision(`Tag release ${next}`, { author }).copyDir(`tags/release-${next}`, 'trunk', next - 1);
  } else if (gone !== undefined) {
    dump.revision(`Delete ${gone}`, { author }).delete(gone);
    branches.delete(gone);
  } else {
    const name = random.below(3) === 0 ? random.pick([...branches.keys()]) : 'trunk';
    dump.revision(`Change ${next} on ${name}\n\n${textLine(random)}\n`, { author });
    editFiles(dump, random, name, branches.get(name) as Files, folders);
  }
}

function editFiles(dump: DumpBuilder, random: Random, name: string, content: Files, folders: string[]): void {
  const paths = [...content.keys()];
  const touched = new Set<string>();
  for (let i = 1 + random.below(5); i > 0; i--) touched.add(random.pick(paths));
  for (const path of touched) {
    const lines = [...(content.get(path) as string[])];
    for (let k = 1 + random.below(6); k > 0; k--) {
      const at = random.below(lines.length + 1);
      if (random.below(4) === 0) lines.splice(at, 1 + random.below(3));
      else lines.splice(at, random.below(2), textLine(random));
    }
    content.set(path, lines);
    dump.change(`${name}/${path}`, text(lines));
  }
  if (random.below(12) === 0) {
    const path = `${random.pick(folders)}/added${dump.number}.c`;
    const lines = Array.from({ length: 20 + random.below(200) }, () => textLine(random));
    content.set(path, lines);
    dump.file(`${name}/${path}`, text(lines));
  }
  if (random.below(40) === 0 && paths.length > 20) {
    const path = random.pick(paths.filter((path) => !touched.has(path)));
    content.delete(path);
    dump.delete(`${name}/${path}`);
  }
}
