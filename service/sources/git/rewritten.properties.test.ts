/** Random commits with everything that headers may hold, mapped, against a rewriting of the same bytes line by line. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rewriteIdentities } from '../commits/rewrite-identities.ts';
import type { SourceContext } from '../source.ts';

const COMMITS = 40;
const MAPPED = { name: 'New Name', email: 'new@example.org' };
/** As they stand in commits. The last two of each row are mapped. */
const PEOPLE = ['A <a@x>', '"Q" <q@x>', ' <empty@x>', 'No address <>', 'B <b@x>', 'Zo\xc3\xab <zoe@x>'];
const isMapped = (person: string) => person === PEOPLE[4] || person === PEOPLE[5];
const WHEN = ['0 +0000', '1000000000 -0730', '1000000000 +051800', '99999999999 +0000', '1000000000 -0000'];
const MESSAGES = [
  'text\n',
  'no end',
  '',
  '\n\nblank first\n',
  'a\r\nb\r\n',
  '\xff\xfe\n',
  'parent me\nauthor X <x@x> 1 +0\n',
];
const SIGNATURE = ' -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n';

let folder: string;
let staging: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry rewritten '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (input: string, repository: string, ...args: string[]) =>
  execFileSync('git', ['--git-dir', repository, ...args], {
    input: Buffer.from(input, 'latin1'),
    encoding: 'latin1',
  });
const raw = (repository: string, oid: string) => git('', repository, 'cat-file', 'commit', oid);
const idOf = (text: string) =>
  createHash('sha1').update(`commit ${text.length}\0`).update(Buffer.from(text, 'latin1')).digest('hex');

function numbers(seed: number): (limit: number) => number {
  let count = 0;
  return (limit) => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() % limit;
}

/** @returns ids, parents before children */
function write(below: (limit: number) => number): string[] {
  const tree = git('', staging, 'mktree').trim();
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const ids: string[] = [];
  for (let n = 0; n < COMMITS; n++) {
    const count = Math.min(n, one([0, 1, 1, 1, 1, 2, 3]));
    const parents = Array.from({ length: count }, () => `parent ${one(ids.slice(-6))}\n`).join('');
    const [author, committer] = [one(PEOPLE), one(PEOPLE)];
    const extra = [
      below(5) === 0
        ? `mergetag object ${one([...ids, tree])}\n type commit\n tag t\n tagger A <a@x> 1 +0000\n \n m\n`
        : '',
      below(6) === 0 ? 'HG:extra branch:de%3Afault\n' : '',
      below(6) === 0 ? 'encoding UTF-8\n' : '',
      below(4) === 0 ? `gpgsig${one(['', '-sha256'])}${SIGNATURE}` : '',
      below(9) === 0 ? 'x-author B <b@x>\n and more\n' : '',
    ].join('');
    const text = `tree ${tree}\n${parents}author ${author} ${one(WHEN)}\ncommitter ${committer} ${one(WHEN)}\n${extra}\n${one(MESSAGES)}`;
    ids.push(git(text, staging, 'hash-object', '-t', 'commit', '-w', '--stdin', '--literally').trim());
  }
  return ids;
}

/** What a commit becomes, written down here once more: line by line, header by header. */
function expected(text: string, became: ReadonlyMap<string, string>): string {
  const end = text.indexOf('\n\n') + 1;
  let isChanged = false;
  let isDropped = false;
  const lines: { line: string; isSignature: boolean }[] = [];
  for (const line of text.slice(0, end - 1).split('\n')) {
    if (!line.startsWith(' ')) isDropped = /^(gpgsig|gpgsig-sha256|mergetag) /.test(line);
    const [, role = '', person = '', when = ''] = /^(author|committer) (.*>)( .*)$/s.exec(line) ?? [];
    let now = line;
    if (line.startsWith('parent ')) now = `parent ${became.get(line.slice(7)) ?? ''}`;
    else if (isMapped(person)) now = `${role} ${MAPPED.name} <${MAPPED.email}>${when}`;
    isChanged ||= now !== line;
    lines.push({ line: now, isSignature: isDropped });
  }
  const kept = lines.filter(({ isSignature }) => !isChanged || !isSignature).map(({ line }) => line);
  return `${kept.join('\n')}\n${text.slice(end)}`;
}

it.each([1, 2, 3])('history %i', async (seed) => {
  staging = join(folder, `${seed}`, 'staging.git');
  execFileSync('git', ['init', '-q', '--bare', staging]);
  const ids = write(numbers(seed));
  const refs = ids.map((oid, n) => ({ name: `refs/heads/b${n}`, oid }));
  const context = {
    folder: join(folder, `${seed}`),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  const mapped = await rewriteIdentities(
    refs,
    new Map([
      ['B <b@x>', MAPPED],
      ['Zoë <zoe@x>', MAPPED],
    ]),
    context as Partial<SourceContext> as SourceContext,
  );
  const became = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const id of ids) {
    const text = expected(raw(staging, id), became);
    became.set(id, idOf(text));
    texts.set(idOf(text), text);
  }
  for (const [n, { oid }] of mapped.refs.entries()) {
    const before = raw(staging, ids[n] ?? '');
    expect(oid, `${before}---\n${texts.get(became.get(ids[n] ?? '') ?? '')}`).toBe(became.get(ids[n] ?? ''));
  }
});
