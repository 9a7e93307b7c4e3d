/** The other tools, each told what suits the history. The commands are those of docs/comparison.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOf, git, type Made, madeOf } from './counted.ts';
import type { SubversionSource } from './subversion-sources.ts';

/** Ten minutes: svn-all-fast-export waits for a git that it lost. */
const LIMIT_MS = 600_000;

export interface Peer<Source> {
  name: string;
  /** What must run for the tool to be there. */
  probe: readonly string[];
  /** @throws Error with the tool's last words */
  make(repository: string, folder: string, source: Source): Made;
}

export interface MercurialSource {
  name: string;
  /** Makes the repository in a fresh folder. @returns its path */
  make(folder: string): string;
  tags: string[];
  merges: number;
  ignored: string | null;
  /** What a file of the largefiles extension holds; null without one. */
  large: string | null;
}

function run(command: string, args: readonly string[], cwd: string, input?: string): void {
  execFileSync(command, [...args], {
    cwd,
    timeout: LIMIT_MS,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, HGRCPATH: '/dev/null', HGENCODING: 'UTF-8', LC_ALL: 'C.UTF-8' },
    maxBuffer: 1 << 28,
    ...(input === undefined ? {} : { input }),
  });
}

export function isInstalled(peer: Pick<Peer<never>, 'probe'>): boolean {
  const [command = '', ...args] = peer.probe;
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

export const SUBVERSION_PEERS: Peer<SubversionSource>[] = [
  {
    name: 'git-svn',
    probe: ['git', 'svn', '--version'],
    make(repository, folder, { gitSvn, project }) {
      const url = `file://${repository}${project === '' ? '' : `/${project}`}`;
      run('git', ['svn', 'clone', '-q', '--no-checkout', ...gitSvn, '--prefix=origin/', url, 'made'], folder);
      const made = join(folder, 'made/.git');
      const numbers = allOf(git(made, 'log', '--all', '--format=%B'), /^git-svn-id: \S+@(\d+) /gm);
      return madeOf(made, 'refs/remotes/origin/tags/', numbers);
    },
  },
  {
    name: 'svn-all-fast-export',
    probe: ['svn-all-fast-export', '--version'],
    make(repository, folder, { rules }) {
      const blocks = rules.map(([pattern, branch]) => {
        if (branch === '') return `match ${pattern}\nend match\n`;
        const annotated = branch.startsWith('refs/tags/') ? '  annotated true\n' : '';
        return `match ${pattern}\n  repository made\n  branch ${branch}\n${annotated}end match\n`;
      });
      writeFileSync(
        join(folder, 'rules'),
        `create repository made\nend repository\n${blocks.join('')}match /\nend match\n`,
      );
      run(
        'svn-all-fast-export',
        ['--rules', 'rules', '--add-metadata', '--svn-ignore', '--svn-branches', repository],
        folder,
      );
      const made = join(folder, 'made');
      return madeOf(
        made,
        'refs/tags/',
        allOf(git(made, 'log', '--all', '--format=%B'), /^svn path=.*; revision=(\d+)$/gm),
      );
    },
  },
  reposurgeon((repository, folder) => {
    const dump = execFileSync('svnadmin', ['dump', '-q', repository], {
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    writeFileSync(join(folder, 'dump'), dump);
    return 'read <dump';
  }),
];

/** Its legacy map names commits by date and author, not by id. */
function reposurgeon(read: (repository: string, folder: string) => string): Peer<unknown> {
  return {
    name: 'reposurgeon',
    probe: ['reposurgeon', 'version'],
    make(repository, folder) {
      const first = read(repository, folder);
      run('reposurgeon', [first, 'prefer git', 'legacy write >legacy.map', 'rebuild made'], folder);
      const map = join(folder, 'legacy.map');
      const numbers = allOf(existsSync(map) ? readFileSync(map, 'utf8') : '', /^(?:SVN|HG):(\S+)/gm);
      return madeOf(join(folder, 'made/.git'), 'refs/tags/', numbers);
    },
  };
}

export const MERCURIAL_PEERS: Peer<unknown>[] = [
  {
    name: 'hg-git',
    probe: ['hg', '--config', 'extensions.hggit=', 'gverify', '--help'],
    make(repository, folder) {
      run('hg', ['clone', '-q', '-U', repository, 'copy'], folder);
      const hg = (...args: string[]) =>
        execFileSync('hg', ['-R', join(folder, 'copy'), ...args], {
          env: { ...process.env, HGRCPATH: '/dev/null', HGENCODING: 'UTF-8' },
        }).toString();
      // Only what a bookmark or a tag reaches goes to Git: each head gets one.
      const heads = hg('heads', '--closed', '-T', '{node}\n').split('\n').filter(Boolean);
      for (const [n, node] of heads.entries()) hg('bookmark', '-r', node, n === 0 ? 'master' : `head-${n}`);
      run('git', ['init', '-q', '--bare', 'made'], folder);
      run('hg', ['-R', 'copy', '--config', 'extensions.hggit=', 'push', '-q', join(folder, 'made')], folder);
      const map = readFileSync(join(folder, 'copy/.hg/git-mapfile'), 'utf8');
      return madeOf(join(folder, 'made'), 'refs/tags/', allOf(map, /^[0-9a-f]{40} ([0-9a-f]{40})$/gm));
    },
  },
  {
    name: 'hg fastexport',
    probe: ['hg', '--config', 'extensions.fastexport=', 'help', 'fastexport'],
    make(repository, folder) {
      mkdirSync(join(folder, 'made'));
      run('git', ['init', '-q', '--bare', 'made'], folder);
      const pipeline =
        'hg -R "$1" --config extensions.fastexport= fastexport --export-marks hg.marks 2>/dev/null | git --git-dir made fast-import --quiet --export-marks=git.marks';
      run('sh', ['-c', pipeline, 'sh', repository], folder);
      // A branch with several heads becomes one ref: what the marks name keeps the others.
      const marked =
        "cut -d' ' -f2 git.marks | git --git-dir made cat-file --batch-check='%(objecttype) %(objectname)' | sed -n 's,^commit \\(.*\\),create refs/heads/marked/\\1 \\1,p' | git --git-dir made update-ref --stdin";
      run('sh', ['-c', marked], folder);
      const marks = readFileSync(join(folder, 'hg.marks'), 'utf8');
      return madeOf(join(folder, 'made'), 'refs/tags/', allOf(marks, /([0-9a-f]{40})/g));
    },
  },
  reposurgeon((repository) => `read ${repository}`),
];
