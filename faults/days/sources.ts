/** Where the days import from: real repositories, a Team Foundation server, an archive, and a remote to push to. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSample } from '../../service/migrations/testing/sample.ts';
import { HgWorkspace } from '../../service/sources/mercurial/testing/hg.ts';
import { randomHistory } from '../../service/sources/tfvc/testing/random-history.ts';
import { TfvcServer } from '../../service/sources/tfvc/testing/server.ts';
import { git, historyStream, makeGitSource } from '../../service/testing/git-sources.ts';
import { pushCommit } from '../../service/testing/migrations.ts';
import { random } from '../../service/testing/random.ts';
import { makeSvnSource, projectHistory } from '../../service/testing/svn-sources.ts';

/** As the engines of the days count (`faults/engine/serve.ts`). */
const LARGE = 12_000;

export interface Sources {
  /** What an import is asked with. */
  imports: Record<'svn' | 'hg' | 'tfvc' | 'git' | 'big', object>;
  /** Adds a revision, once. */
  grow: Record<'svn' | 'git', () => void>;
  archive: string;
  /** An empty repository to push to. */
  remote: string;
  /** A clone that is pushed over HTTP: its folder. */
  work: string;
  stop(): Promise<void>;
}

export async function makeSources(folder: string, seed: number): Promise<Sources> {
  mkdirSync(folder, { recursive: true });
  const svn = makeSvnSource(folder, 'svn', projectHistory('', 12, ['ann', 'olga']));
  const tags = Array.from({ length: 40 }, (_, n) => `reset refs/tags/v${n}\nfrom :${n + 1}\n\n`).join('');
  const source = makeGitSource(folder, 'source.git', historyStream(60, undefined, tags));
  git(folder, ['clone', '-q', source, 'clone']);
  configure(join(folder, 'clone'));
  const hg = new HgWorkspace(join(folder, 'hg'));
  for (let n = 1; n <= 6; n++) {
    hg.write(`file${n % 3}`, `${n}\n`.repeat(300));
    hg.commit(`change ${n}`);
  }
  const server = await TfvcServer.start(randomHistory(seed % 50, 25));
  const remote = join(folder, 'remote.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  const work = join(folder, 'work');
  mkdirSync(work);
  git(work, ['init', '--quiet', '--initial-branch=main']);
  configure(work);
  const grown = new Set<string>();
  const once = (name: string, change: () => void) => () => {
    if (!grown.has(name)) change();
    grown.add(name);
  };
  return {
    imports: {
      svn: { vcs: 'subversion', vcs_url: `file://${encodeURI(svn)}` },
      git: { vcs: 'git', vcs_url: source },
      hg: { vcs: 'mercurial', vcs_url: hg.path },
      tfvc: { vcs: 'tfvc', vcs_url: server.url, tfvc_project: 'Fabrikam Fiber' },
      big: { vcs: 'git', vcs_url: makeLargeSource(folder, seed) },
    },
    grow: {
      svn: once('svn', () => {
        writeFileSync(join(folder, 'text'), 'text\n');
        const url = `file://${encodeURI(svn)}/trunk/more`;
        execFileSync('svn', ['import', '-q', '--username', 'ann', '-m', 'more', join(folder, 'text'), url]);
      }),
      git: once('git', () => void pushCommit(join(folder, 'clone'), source, ['main', 'more'], 'more\n')),
    },
    archive: makeSample(folder, 'sample', { issues: 20 }).archive,
    remote,
    work,
    stop: () => server.stop(),
  };
}

function configure(folder: string): void {
  git(folder, ['config', 'user.name', 'Ann']);
  git(folder, ['config', 'user.email', 'ann@example.org']);
}

function makeLargeSource(folder: string, seed: number): string {
  const next = random(seed);
  const work = join(folder, 'large');
  mkdirSync(work);
  git(work, ['init', '--quiet', '--initial-branch=main']);
  configure(work);
  for (let n = 0; n < 4; n++) {
    writeFileSync(
      join(work, `big${n}.bin`),
      Buffer.from(Array.from({ length: LARGE }, () => Math.floor(next() * 256))),
    );
    git(work, ['add', '.']);
    git(work, ['commit', '--quiet', '-m', `large ${n}`]);
  }
  return join(work, '.git');
}
