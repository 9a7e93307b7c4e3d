/** The same sources through Gantry and the peers: what of each is in Git. Makes the tables of docs/comparison.md. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRevisions } from '../../service/imports/revisions/write-revisions.ts';
import { importAll as importMercurial } from '../../service/sources/mercurial/testing/import-all.ts';
import type { MapResult } from '../../service/sources/source.ts';
import { importAll as importSubversion } from '../../service/sources/subversion/testing/import-all.ts';
import { expectedHistory, makeRepository } from '../../service/sources/subversion/testing/oracle.ts';
import type { Vcs } from '../../service/vocabulary/history.ts';
import { type Row, say } from '../table.ts';
import { allOf, blobId, type Counted, countMade, type Made, type Wanted } from './counted.ts';
import { MERCURIAL_SOURCES } from './mercurial-sources.ts';
import { isInstalled, MERCURIAL_PEERS, type MercurialSource, type Peer, SUBVERSION_PEERS } from './peers.ts';
import { SUBVERSION_SOURCES, type SubversionSource } from './subversion-sources.ts';
import { type Comparison, printComparisons, rowOf } from './tables.ts';

/** Prints tables of each kind of source. @returns a row of each source: whether Gantry is behind nobody */
export async function benchComparison(folder: string): Promise<Row[]> {
  const ofSubversion: Comparison[] = [];
  const subversion = SUBVERSION_PEERS.filter(present);
  for (const source of SUBVERSION_SOURCES) {
    const own = mkdtempSync(join(folder, 'compared-'));
    const repository = makeRepository(own, source.write);
    const { mapped, staging, context } = await importSubversion(
      own,
      source.project === '' ? repository : `file://${repository}/${source.project}`,
    );
    const wanted = wantedOfSubversion(repository, source);
    ofSubversion.push(
      compared(
        source,
        own,
        repository,
        wanted,
        await ofGantry('subversion', context.folder, mapped, staging),
        subversion,
      ),
    );
  }
  printComparisons('Subversion', ofSubversion);
  const ofMercurial: Comparison[] = [];
  const mercurial = MERCURIAL_PEERS.filter(present);
  for (const source of MERCURIAL_SOURCES) {
    const own = mkdtempSync(join(folder, 'compared-'));
    const repository = source.make(own);
    const { mapped, staging, context } = await importMercurial(repository, join(own, 'gantry'));
    const wanted = wantedOfMercurial(own, repository, source);
    ofMercurial.push(
      compared(
        source,
        own,
        repository,
        wanted,
        await ofGantry('mercurial', context.folder, mapped, staging),
        mercurial,
      ),
    );
  }
  printComparisons('Mercurial', ofMercurial);
  return [...ofSubversion, ...ofMercurial].map(rowOf);
}

function present(peer: Peer<never>): boolean {
  if (isInstalled(peer)) return true;
  say(`${peer.name} is not installed: left out.`);
  return false;
}

async function ofGantry(vcs: Vcs, folder: string, mapped: MapResult, staging: string): Promise<Made> {
  const target = join(folder, 'revisions.tsv');
  const signal = new AbortController().signal;
  await writeRevisions({ vcs, folder, repositoryPath: staging, mapped, target, signal });
  return {
    gitDir: staging,
    tips: mapped.refs.map(({ oid }) => oid),
    head: mapped.refs.find(({ name }) => name === mapped.head)?.oid ?? null,
    tags: new Map(
      mapped.refs.flatMap(({ name, oid }): [string, string][] =>
        name.startsWith('refs/tags/') ? [[name.slice('refs/tags/'.length), oid]] : [],
      ),
    ),
    numbers: allOf(readFileSync(target, 'utf8'), /^(?:r|\d+:)([0-9a-f]+)\t/gm),
  };
}

function compared<Source extends { name: string }>(
  source: Source,
  folder: string,
  repository: string,
  wanted: Wanted,
  gantry: Made,
  peers: readonly Peer<Source>[],
): Comparison {
  const all = [['Gantry', countMade(gantry, wanted)] as [string, Counted | string]];
  for (const peer of peers) {
    const work = join(folder, peer.name.replaceAll(' ', '-'));
    mkdirSync(work);
    try {
      all.push([peer.name, countMade(peer.make(repository, work, source), wanted)]);
    } catch (error) {
      all.push([peer.name, lastWords(error)]);
    }
  }
  say(`Compared: ${source.name}`);
  return { source: source.name, wanted, all };
}

function lastWords(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message?: string };
  const text = (stderr?.toString().trim() || message || '').split('\n').at(-1) ?? '';
  return text
    .replace(/\S*\/gantry-bench-\S*/g, '…')
    .replaceAll('|', '/')
    .slice(0, 120);
}

function wantedOfSubversion(repository: string, source: SubversionSource): Wanted {
  const messages: string[] = [];
  const numbers: string[] = [];
  const blobs = new Set<string>();
  let before = new Map<string, string>();
  for (const [i, files] of expectedHistory(repository).entries()) {
    const fresh = [...files].filter(([path, file]) => before.get(path) !== file);
    before = files;
    if (fresh.length === 0) continue;
    const message = execFileSync('svnlook', ['log', '-r', String(i + 1), repository])
      .toString()
      .split('\n')[0] as string;
    if (source.only !== null && !source.only.includes(message)) continue;
    messages.push(message);
    numbers.push(String(i + 1));
    for (const [, file] of fresh) blobs.add(file.split(' ')[1] as string);
  }
  return { ...source, messages, numbers, blobs };
}

/** Every changeset counts: each is one commit in Git. */
function wantedOfMercurial(folder: string, repository: string, source: MercurialSource): Wanted {
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null', HGENCODING: 'UTF-8' };
  const hg = (...args: string[]) => execFileSync('hg', ['-R', repository, ...args], { env, maxBuffer: 1 << 28 });
  const blobs = new Set<string>(source.large === null ? [] : [blobId(Buffer.from(source.large))]);
  const numbers: string[] = [];
  const messages: string[] = [];
  const template = "{node}\\0{desc|firstline}{file_mods % '\\0{file}'}{file_adds % '\\0{file}'}\n";
  for (const line of hg('log', '-T', template).toString().split('\n').filter(Boolean)) {
    const [node = '', message = '', ...files] = line.split('\0');
    numbers.push(node);
    messages.push(message);
    const own = files.filter((path) => !path.startsWith('.hglf/'));
    if (own.length === 0) continue;
    const taken = mkdtempSync(join(folder, 'files-'));
    hg('cat', '-r', node, '-o', join(taken, '%p'), ...own.map((path) => `path:${path}`));
    for (const path of own) blobs.add(blobId(readFileSync(join(taken, path))));
  }
  return { ...source, messages, numbers, blobs, past: null };
}
