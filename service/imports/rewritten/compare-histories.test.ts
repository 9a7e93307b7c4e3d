/** What was made anew of a history is held against it: each difference is told, and what is meant to differ is none. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { compareHistories, type HistoryRules } from './compare-histories.ts';

let repository: string;
/** Ids of what was written. */
const written = new Map<string, string>();
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'gantry rewritten '));
  execFileSync('git', ['init', '-q', '--bare', repository]);
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

interface Commit {
  author: string;
  committer?: string;
  date: string;
  message: string;
  parents: number[];
  files: Record<string, string>;
  encoding?: string;
  extra?: string;
}

const ANNA = 'anna <anna@svn>';
const BEN = 'ben <ben@svn>';
const commit = (n: number, parents: number[], more: Partial<Commit> = {}): Commit => ({
  ...{ author: n % 2 === 0 ? ANNA : BEN, date: `${1_000_000_000 + n} +0100`, message: `commit ${n}\n`, parents },
  ...{ files: { 'a.txt': `a${n}`, 'sub/deep/b.txt': `b${n}`, 'sub/same.txt': 'same' } },
  ...more,
});
/** Two lines that part and come together, and one of its own. */
const HISTORY: Commit[] = [
  commit(0, []),
  commit(1, [0], { extra: 'gpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n' }),
  commit(2, [0]),
  commit(3, [1, 2], { extra: 'change-id abc\n' }),
  commit(4, [3], { author: 'Zo\xeb <zoe@svn>', encoding: 'ISO-8859-1', message: 'gr\xfc\xdfe\n' }),
  commit(5, []),
];
const NAMES: Record<string, string> = { [ANNA]: 'Anna Example <anna@example.org>', [BEN]: 'Ben <ben@example.org>' };
const mapped = (history: readonly Commit[]) =>
  history.map(({ extra = '', ...each }) => ({
    ...each,
    ...{ author: NAMES[each.author] ?? each.author, extra: extra.startsWith('gpgsig') ? '' : extra },
  }));
const changed = (history: readonly Commit[], at: number, change: Partial<Commit>) =>
  history.map((each, n) => (n === at ? { ...each, ...change } : each));

function once(key: string, make: () => Buffer): string {
  const id = written.get(key) ?? make().toString().trim();
  written.set(key, id);
  return id;
}

function write(type: string, text: string): string {
  const args = ['--git-dir', repository, 'hash-object', '-t', type, '-w', '--stdin', '--literally'];
  return once(`${type} ${text}`, () => execFileSync('git', args, { input: Buffer.from(text, 'latin1') }));
}

function treeOf(files: Record<string, string>): string {
  const env = { ...process.env, GIT_INDEX_FILE: join(repository, 'index') };
  const git = (args: string[], input: string) =>
    execFileSync('git', ['--git-dir', repository, ...args], { input, env });
  return once(JSON.stringify(files), () => {
    git(['read-tree', '--empty'], '');
    const lines = Object.entries(files).map(([path, text]) => `100644 ${write('blob', text)}\t${path}`);
    git(['update-index', '--index-info'], `${lines.join('\n')}\n`);
    return git(['write-tree'], '');
  });
}

const TAG = 'tagger Anna Example <anna@example.org> 1000000009 +0000\n\nfirst\n';
const TAG_BEFORE = 'tagger anna <anna@svn> 1000000009 +0000\n\nfirst\n';

/** @returns ids of the commits, and of a tag of the fifth */
function build(history: readonly Commit[], tag = TAG_BEFORE) {
  const ids: string[] = [];
  for (const { author, committer = author, date, message, parents, files, encoding, extra = '' } of history) {
    const text = [
      `tree ${treeOf(files)}\n`,
      ...parents.map((parent) => `parent ${ids[parent]}\n`),
      `author ${author} ${date}\ncommitter ${committer} ${date}\n`,
      encoding === undefined ? '' : `encoding ${encoding}\n`,
      `${extra}\n${message}`,
    ];
    ids.push(write('commit', text.join('')));
  }
  return { ids, tag: write('tag', `object ${ids[4]}\ntype commit\ntag v1\n${tag}`) };
}

const RULES: HistoryRules = {
  people: new Map(Object.entries(NAMES)),
  blobs: new Map(),
  everywhere: new Set(),
  atTop: new Set(),
  messages: true,
};

const NOBODY = { people: new Map<string, string>() };

/** @param tips of both, by place */
async function compared(
  after: readonly Commit[],
  {
    rules = {},
    tag = rules.people === undefined ? TAG : TAG_BEFORE,
    before = HISTORY,
    tips = [4, 5],
  }: { tag?: string; rules?: Partial<HistoryRules>; before?: Commit[]; tips?: (number | [number, number])[] } = {},
) {
  const [then, now] = [build(before), build(after, tag)];
  const pairs = tips.map((n) => {
    const [one, other] = typeof n === 'number' ? [n, n] : n;
    return { before: then.ids[one] ?? '', after: now.ids[other] ?? '' };
  });
  const signal = new AbortController().signal;
  const { total, same, examples } = await compareHistories(
    { before: repository, after: repository, signal },
    [...pairs, { before: then.tag, after: now.tag }],
    { ...RULES, ...rules },
  );
  const told = examples.map((text) => {
    let words = inEnglish(text);
    for (const [n, id] of then.ids.entries()) words = words.replace(id.slice(0, 12), `#${n}`);
    return words.replace(then.tag.slice(0, 12), 'tag');
  });
  return [total, same, told];
}

it('mapped authors are no difference, also in another encoding; each other change is told', async () => {
  const good = mapped(HISTORY);
  expect(await compared(good)).toEqual([7, 7, []]);
  const { encoding: _, ...utf8 } = {
    ...good[4],
    message: 'gr\xc3\xbc\xc3\x9fe\n',
    author: 'Zo\xc3\xab <zoe@svn>',
  } as Commit;
  expect(await compared([...good.slice(0, 4), utf8, ...good.slice(5)])).toEqual([7, 7, []]);

  const cases: [number, Partial<Commit>, string][] = [
    [2, { date: '1000000002 +0200' }, '#2 has another date.'],
    [2, { author: BEN, committer: NAMES[ANNA] as string }, '#2 has another author.'],
    [4, { author: 'Zoe <zoe@svn>' }, '#4 has another author.'],
    [1, { message: 'commit 1' }, '#1 has another message.'],
    [4, { message: 'gr\xfc\xdfE\n' }, '#4 has another message.'],
    [3, { extra: '' }, '#3 has other headers.'],
    [0, { files: { ...HISTORY[0]?.files, 'a.txt': 'A' } }, '#0 has other files.'],
    [3, { files: { 'a.txt': 'a3' } }, '#3 has other files.'],
    [3, { parents: [2, 1] }, '#1 has another author.'],
    [3, { parents: [1] }, '#3 has no commit in its place, or several.'],
  ];
  for (const [at, change, text] of cases) {
    const [total, same, told] = await compared(changed(good, at, change));
    expect([text, told]).toEqual([text, expect.arrayContaining([text])]);
    expect(same, text).toBeLessThan(total as number);
  }
});

it('one who is two, commits too many, tags', async () => {
  const good = mapped(HISTORY);
  // In the merge alone.
  const [, , told] = await compared(
    changed(good, 2, { author: 'Anna <other@example.org>', committer: NAMES[ANNA] as string }),
  );
  expect(told).toEqual(['#2 has another author.']);
  expect((await compared(changed(good, 4, { parents: [3, 0] })))[2]).toEqual([
    '#4 has no commit in its place, or several.',
  ]);
  const more = [...good.slice(0, 5), commit(7, []), { ...commit(5, [5]), author: NAMES[BEN] as string }];
  expect((await compared(more, { tips: [4, [5, 6]] }))[2]).toEqual([
    '#5 has no commit in its place, or several.',
    '1 new commit is in the place of none.',
  ]);

  const signed =
    'tagger anna <anna@svn> 1000000009 +0000\n\nfirst\n-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n';
  for (const [tag, text] of [
    ['tagger anna <anna@svn> 1000000009 +0000\n\nFirst\n', 'tag has another message.'],
    ['tagger anna <anna@svn> 1000000008 +0000\n\nfirst\n', 'tag has another date.'],
    [signed, 'tag has another message.'],
  ] as const) {
    expect([text, (await compared(HISTORY, { tag, tips: [], rules: NOBODY }))[2]]).toEqual([text, [text]]);
  }
});

it('large files become pointers or go, and nothing else does', async () => {
  const [big, pointer] = ['big content', 'the pointer'].map((text) => write('blob', text)) as [string, string];
  const large = HISTORY.map((each, n) => ({
    ...each,
    files: { ...each.files, [`only/big${n % 2}.bin`]: 'big content' },
  }));
  const made = (text: string | null, attributes: string | null = 'line') =>
    large.map((each) => {
      const entries = Object.entries(each.files).map(([path, content]) => [
        path,
        path.includes('big') ? text : content,
      ]);
      if (attributes !== null) entries.push(['.gitattributes', attributes]);
      return { ...each, files: Object.fromEntries(entries.filter(([, content]) => content !== null)) };
    });
  const pointers = { ...NOBODY, blobs: new Map([[big, pointer]]), everywhere: new Set(['.gitattributes']) };
  expect(await compared(made('the pointer'), { before: large, rules: pointers })).toEqual([7, 7, []]);
  const others = await compared(made('another pointer'), { before: large, rules: pointers });
  expect(others[1]).toBe(1);
  expect(await compared(made('the pointer'), { before: large, rules: { ...pointers, everywhere: new Set() } })).toEqual(
    others,
  );
  // One alone, in the middle.
  const one = made('the pointer').map((each, n) =>
    n === 2 ? { ...each, files: { ...each.files, 'sub/same.txt': 'Same' } } : each,
  );
  expect(await compared(one, { before: large, rules: pointers })).toEqual([7, 6, ['#2 has other files.']]);
  const left = { ...NOBODY, blobs: new Map([[big, null]]) };
  expect(await compared(made(null, null), { before: large, rules: left })).toEqual([7, 7, []]);
  expect((await compared(made(null), { before: large, rules: left }))[1]).toBe(1);
  const atTop = { ...left, atTop: new Set(['.gitattributes']) };
  expect(await compared(made(null), { before: large, rules: atTop })).toEqual([7, 7, []]);
});
