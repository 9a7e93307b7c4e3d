/** An archive that holds every model, with real repositories, a wiki and attachments; packed by GNU tar. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git } from '../../testing/git-sources.ts';
import { ATTACHED, ATTACHED_TO_COMMENT, UPLOADED } from './sample-names.ts';
import { sampleRecords } from './sample-records.ts';

type Json = Record<string, unknown>;

export interface Sample {
  /** The unpacked archive. */
  folder: string;
  archive: string;
}

export interface SampleOptions {
  /** Of `acme/widgets`; at least 2. Default 105: two files. */
  issues?: number;
  /** Changes the records before they are written. */
  change?: (records: Map<string, Json[]>) => void;
  /** Changes the unpacked archive before it is packed. */
  before?: (folder: string) => void;
}

/** Makes the sample below `folder`: `<name>/` and `<name>.tar.gz`. */
export function makeSample(folder: string, name = 'sample', options: SampleOptions = {}): Sample {
  const root = join(folder, name);
  mkdirSync(join(root, 'repositories/acme'), { recursive: true });
  const shas = makeRepository(join(root, 'repositories/acme/widgets.git'), 'widgets', 'packed');
  makeRepository(join(root, 'repositories/acme/gadgets.git'), 'gadgets', 'loose');
  makeRepository(join(root, 'repositories/acme/widgets.wiki.git'), 'wiki', 'packed');
  write(root, ATTACHED, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]));
  write(root, ATTACHED_TO_COMMENT, 'notes\n'.repeat(1000));
  write(root, UPLOADED, '%PDF-1.4 not really');
  write(root, 'schema.json', '{"version":"1.0.1"}');
  const records = new Map(sampleRecords(shas, options.issues ?? 105));
  options.change?.(records);
  for (const [plural, list] of records) writeRecords(root, plural, list);
  options.before?.(root);
  const archive = join(folder, `${name}.tar.gz`);
  packFolder(root, archive);
  return { folder: root, archive };
}

/** At most 100 records a file. */
export function writeRecords(root: string, plural: string, records: readonly Json[]): void {
  for (let at = 0; at < records.length; at += 100) {
    const number = String(at / 100 + 1).padStart(6, '0');
    write(root, `${plural}_${number}.json`, JSON.stringify(records.slice(at, at + 100), null, 2));
  }
}

/** `tar czf`, with names that begin with "./". */
export function packFolder(folder: string, archive: string): void {
  rmSync(archive, { force: true });
  execFileSync('tar', ['-czf', archive, '-C', folder, '.']);
}

function write(root: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A bare repository with two branches and an annotated tag; the same every time. */
function makeRepository(path: string, what: string, objects: 'packed' | 'loose'): { main: string; topic: string } {
  mkdirSync(path, { recursive: true });
  git(path, ['init', '--quiet', '--bare', '--template=', '--initial-branch=main']);
  const text = (n: number) => `${what} ${n}\n`.repeat(50 * n);
  const commit = (branch: string, mark: number, from: number | null) => {
    const content = text(mark);
    return `commit refs/heads/${branch}
mark :${mark}
author Ada <ada@example.org> ${1_577_836_800 + mark * 60} +0100
committer Ada <ada@example.org> ${1_577_836_800 + mark * 60} +0100
data 6
change
${from === null ? '' : `from :${from}\n`}M 100644 inline src/file.txt
data ${content.length}
${content}
`;
  };
  const stream = `${commit('main', 1, null)}${commit('main', 2, 1)}${commit('topic', 3, 2)}tag v1
from :2
tagger Ada <ada@example.org> 1577840000 +0100
data 3
one
done
`;
  git(path, ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--done'], { input: stream });
  if (objects === 'packed') {
    git(path, ['-c', 'pack.threads=1', 'repack', '-adqn']);
    git(path, ['pack-refs', '--all']);
  } else {
    const packs = join(path, 'objects/pack');
    const list = git(path, ['rev-list', '--objects', '--all', '--no-object-names']);
    const aside = join(path, 'aside');
    execFileSync('mv', [packs, aside]);
    mkdirSync(packs);
    const pack = execFileSync('sh', ['-c', 'cat "$0"/*.pack', aside]);
    git(path, ['unpack-objects', '-q'], { input: pack });
    rmSync(aside, { recursive: true });
    if (list === '') throw new Error('The sample repository is empty.');
  }
  mkdirSync(join(path, 'info'), { recursive: true });
  writeFileSync(join(path, 'info/nwo'), `acme/${what}\n`);
  return { main: git(path, ['rev-parse', 'main']), topic: git(path, ['rev-parse', 'topic']) };
}
