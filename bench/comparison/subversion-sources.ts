/** The Subversion histories that every tool reads, with the arguments and rules that suit each. */
import type { DumpBuilder } from '../../service/sources/subversion/testing/dump-builder.ts';
import { FORK, MOVED_HISTORIES } from '../../service/sources/subversion/testing/moved-histories.ts';
import { ODD_HISTORIES } from '../../service/sources/subversion/testing/odd-histories.ts';
import { writeRandomHistory } from '../../service/sources/subversion/testing/random-history.ts';

export interface SubversionSource {
  name: string;
  write(dump: DumpBuilder): void;
  /** Folder of the project that is imported; '' for the whole repository. */
  project: string;
  /** What git-svn is told of the layout. */
  gitSvn: string[];
  /** What svn-all-fast-export is told: a pattern of paths and the branch of each, '' for none. */
  rules: [pattern: string, branch: string][];
  /** Log messages of the youngest and the oldest revision of the main line; null where nothing was reorganised. */
  past: [youngest: string, oldest: string] | null;
  /** Names of the tags at the end; null where it is random what is one. */
  tags: string[] | null;
  /** How many merges `svn:mergeinfo` records. */
  merges: number;
  /** Log messages of the revisions that the project has; null for all. */
  only: string[] | null;
  /** A pattern of `svn:ignore` at the end of the history; null where there is none. */
  ignored: string | null;
}

const STANDARD: SubversionSource['rules'] = [
  ['/trunk/', 'master'],
  ['/branches/([^/]+)/', '\\1'],
  ['/tags/([^/]+)/', 'refs/tags/\\1'],
];
/** Every other folder as a branch of its name, so that nothing is left out for want of a rule. */
const REST: SubversionSource['rules'] = [['/([^/]+)/', '\\1']];

/** Where the layout is not the standard one. */
const FITTING: Record<string, Partial<Pick<SubversionSource, 'gitSvn' | 'rules'>>> = {
  'a project that became trunk': { rules: [['/project/', 'master'], ...STANDARD] },
  'Trunk that became trunk': {
    gitSvn: ['-T', 'trunk', '-b', 'branches', '-b', 'Branches', '-t', 'tags'],
    rules: [['/Trunk/', 'master'], ['/Branches/([^/]+)/', '\\1'], ...STANDARD],
  },
  'a project that moved up with its branches and tags': {
    gitSvn: ['-T', 'trunk', '-b', 'branches', '-b', 'proj/branches', '-t', 'tags', '-t', 'proj/tags'],
    rules: [
      ['/proj/trunk/', 'master'],
      ['/proj/branches/([^/]+)/', '\\1'],
      ['/proj/tags/([^/]+)/', 'refs/tags/\\1'],
      ...STANDARD,
    ],
  },
  'the root copied to trunk': { rules: [...STANDARD, ['/', 'master']] },
  'a root that was put in order': { rules: [...STANDARD, ['/', 'master']] },
  'a project that moved down': {
    gitSvn: ['-T', 'proj/trunk', '-b', 'proj/branches', '-b', 'branches', '-t', 'proj/tags', '-t', 'tags'],
    rules: [['/proj/trunk/', 'master'], ['/proj/branches/([^/]+)/', '\\1'], ...STANDARD],
  },
  'branches of a team, tags of a year': {
    gitSvn: ['-T', 'trunk', '-b', 'branches/team', '-b', 'branches', '-t', 'tags/*/*'],
    rules: [
      ['/trunk/', 'master'],
      ['/branches/team/([^/]+)/', 'team/\\1'],
      ['/branches/team/', ''],
      ['/branches/([^/]+)/', '\\1'],
      ['/tags/([^/]+/[^/]+)/', 'refs/tags/\\1'],
    ],
  },
  'branches that moved into a project': {
    gitSvn: ['-T', 'trunk', '-b', 'proj/branches', '-b', 'branches', '-t', 'tags'],
    rules: [['/proj/branches/([^/]+)/', '\\1'], ...STANDARD],
  },
  'folders and files beside trunk': {
    rules: [...STANDARD, ['/www/', 'www'], ['/', 'rest']],
  },
  'trunk that became a branch': { gitSvn: ['-T', 'branches/zzz', '-b', 'branches'] },
  'a fork from another project': {
    rules: [
      ['/one/trunk/', 'master'],
      ['/two/trunk/', 'two'],
      ['/[^/]+/branches/([^/]+)/', '\\1'],
    ],
  },
};

const ODD: Record<string, Pick<SubversionSource, 'tags' | 'merges' | 'ignored'>> = {
  'branches, tags and edits': { tags: ['v1'], merges: 0, ignored: null },
  'a branch deleted and made again': { tags: [], merges: 0, ignored: null },
  'a tag that moves and a tag that is edited': { tags: ['edited', 'latest'], merges: 0, ignored: null },
  'trunk deleted and brought back': { tags: [], merges: 0, ignored: null },
  'a whole merge and a cherry-pick': { tags: [], merges: 1, ignored: null },
  'ignores and externals': { tags: [], merges: 0, ignored: 'build' },
};

/** One year of an ordinary project: three branches that come home, three tags, ignores that change. */
function writeOrdinary(dump: DumpBuilder): void {
  const rev = () => dump.revision(`R${dump.number + 1}`);
  rev()
    .dir('trunk', { properties: { 'svn:ignore': '*.o\n' } })
    .dir('branches')
    .dir('tags');
  rev().file('trunk/a', '1\n').file('trunk/b', '1\n').dir('trunk/src').file('trunk/src/main.c', 'int main;\n');
  rev().change('trunk/a', '2\n');
  for (const [n, branch] of ['parser', 'window', 'import'].entries()) {
    const from = dump.number;
    rev().copyDir(`branches/${branch}`, 'trunk', from);
    rev().change(`branches/${branch}/b`, `${branch} 1\n`);
    rev().change('trunk/src/main.c', `int main${n};\n`);
    rev().file(`branches/${branch}/${branch}.c`, 'new\n');
    const last = dump.number;
    const merged = ['parser', 'window', 'import']
      .slice(0, n)
      .map((name, i) => `/branches/${name}:${4 + i * 7}-${7 + i * 7}\n`);
    rev()
      .change('trunk/b', `${branch} 1\n`)
      .copyFile(`trunk/${branch}.c`, `branches/${branch}/${branch}.c`, last)
      .changeDir('trunk', {
        'svn:ignore': '*.o\nbuild\n',
        'svn:mergeinfo': `${merged.join('')}/branches/${branch}:${from + 1}-${last}\n`,
      });
    rev().copyDir(`tags/v${n + 1}`, 'trunk', last + 1);
    rev().delete(`branches/${branch}`);
  }
  rev().change('trunk/a', '3\n');
}

/** Seeds of random histories that begin with trunk, branches and tags, so that the peers' layout fits. */
const SEEDS = [7, 19, 23, 35, 39];

export const SUBVERSION_SOURCES: SubversionSource[] = [
  {
    name: 'an ordinary project: trunk, branches that are merged, tags, ignores',
    write: writeOrdinary,
    project: '',
    gitSvn: ['--stdlayout'],
    rules: STANDARD,
    past: null,
    tags: ['v1', 'v2', 'v3'],
    merges: 3,
    only: null,
    ignored: 'build',
  },
  ...[...MOVED_HISTORIES, FORK].map((history): SubversionSource => {
    const { main } = history;
    return {
      name: history.name,
      write: history.write,
      project: history === FORK ? 'two' : '',
      gitSvn: ['--stdlayout'],
      rules: STANDARD,
      past: main.length > 1 ? [main[0] as string, main.at(-1) as string] : null,
      tags: history.refs.flatMap((ref) => (ref.startsWith('refs/tags/') ? [ref.slice('refs/tags/'.length)] : [])),
      merges: 0,
      only: history === FORK ? main : null,
      ignored: null,
      ...FITTING[history.name],
    };
  }),
  ...ODD_HISTORIES.flatMap((history): SubversionSource[] => {
    const odd = ODD[history.name];
    if (odd === undefined) return [];
    return [{ ...history, ...odd, project: '', gitSvn: ['--stdlayout'], rules: STANDARD, past: null, only: null }];
  }),
  ...SEEDS.map(
    (seed): SubversionSource => ({
      name: `random history ${seed} (folders moved about, 24 revisions)`,
      write: (dump) => writeRandomHistory(dump, seed, 24),
      project: '',
      gitSvn: ['--stdlayout'],
      rules: [...STANDARD, ...REST],
      past: null,
      tags: null,
      merges: 0,
      only: null,
      ignored: null,
    }),
  ),
];
