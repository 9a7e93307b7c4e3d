/** Sources that change by chance, as the people of a project change them. The same seed makes the same changes. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { makeRepository } from '../sources/subversion/testing/oracle.ts';
import { writeRandomHistory } from '../sources/subversion/testing/random-history.ts';
import { git } from './git-sources.ts';
import { random } from './random.ts';

/** Names and addresses; some differ by case alone, some have no address. */
const PEOPLE = [
  ['Ann', 'ann@example.org'],
  ['bob', ''],
  ['Ünal', 'u@example.org'],
  ['ann', 'Ann@example.org'],
];

export interface ChangingSource {
  vcs: 'git' | 'mercurial' | 'subversion' | 'tfvc';
  url: string;
  /** What an import of it needs beside its address. */
  more?: { tfvc_project: string };
  /** What was done to it so far, for the message of a failure. */
  readonly done: string[];
  /** Changes it once. @returns false where nothing is left to change */
  change(): boolean;
  /** Where it is served. */
  end?(): Promise<void>;
}

type Pick = <T>(list: readonly T[]) => T;

function chance(seed: number): { next: () => number; pick: Pick } {
  const next = random(seed);
  return { next, pick: (list) => list[Math.floor(next() * list.length)] as never };
}

/** What a tool refuses is no change. */
function tried(work: () => string): string | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const BRANCHES = ['main', 'a', 'a/b', 'ä', 'x.y'].map((name) => `refs/heads/${name}`);
const OTHERS = ['refs/notes/commits', 'refs/pull/1/head', 'refs/changes/01/1/1', 'refs/stash', 'refs/other/thing'];
const TAGS = ['refs/tags/1', 'refs/tags/2', 'refs/tags/n/3'];

/** Branches, tags of every kind and other refs of a bare repository come, move, are rewritten and go; HEAD moves; it is packed anew. */
export function changingGit(folder: string, seed: number): ChangingSource {
  const { next, pick } = chance(seed);
  const url = join(folder, `git ${seed}.git`);
  git(folder, ['init', '--quiet', '--bare', '--initial-branch=main', url]);
  const commits: string[] = [];
  const done: string[] = [];
  let time = 1_500_000_000;
  const run = (args: string[], input = '') => {
    const [name, email] = PEOPLE[time % PEOPLE.length] as [string, string];
    const who = { NAME: name, EMAIL: email, DATE: `${++time} +0100` };
    const env = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(who).map(([what, value]) => [`GIT_${role}_${what}`, value]),
      ),
    );
    return tried(() => git(url, args, { input, env })) ?? '';
  };
  const at = (name: string) => run(['rev-parse', '--quiet', '--verify', name]);
  const commit = (name: string, parents: readonly string[]) => {
    const blob = run(['hash-object', '-w', '--stdin'], `${seed} ${commits.length}`);
    const tree = run(['mktree'], `100644 blob ${blob}\tf${commits.length % 5}\n`);
    const some = [...new Set(parents)].filter((parent) => parent !== '').flatMap((parent) => ['-p', parent]);
    const id = run(['commit-tree', tree, ...some, '-m', `c${commits.length}, as ${commits.at(-2)?.slice(0, 12)} did`]);
    commits.push(id);
    run(['update-ref', name, id]);
    done.push(`commit on ${name}`);
  };
  const set = (name: string, id: string) => {
    run(['update-ref', name, id]);
    done.push(`${name} ${id}`);
  };
  const annotate = (name: string, target: string) => {
    const type = run(['cat-file', '-t', target]);
    const tag = `object ${target}\ntype ${type}\ntag ${name.slice('refs/tags/'.length)}\ntagger Ann <ann@example.org> ${++time} +0000\n\nx\n`;
    set(name, run(['mktag'], tag));
  };
  const change = () => {
    const what = next();
    if (commits.length < 2) commit('refs/heads/main', commits.slice(-1));
    else if (what < 0.35) {
      const name = pick(BRANCHES);
      commit(name, [at(name) || pick(commits), ...(next() < 0.2 ? [pick(commits)] : [])]);
    } else if (what < 0.5) set(pick([...BRANCHES, ...OTHERS]), pick(commits));
    else if (what < 0.6) {
      const name = pick([...BRANCHES.slice(1), ...OTHERS, ...TAGS]);
      run(['update-ref', '-d', name]);
      done.push(`${name} deleted`);
    } else if (what < 0.68) set(pick(TAGS), pick(commits));
    else if (what < 0.8) annotate(pick(TAGS), (next() < 0.3 ? at(pick(TAGS)) : '') || pick(commits));
    else if (what < 0.86) {
      const to = pick(BRANCHES);
      run(['symbolic-ref', 'HEAD', to]);
      done.push(`HEAD ${to}`);
    } else if (what < 0.92) {
      run(['pack-refs', '--all']);
      run(['gc', '--quiet', '--prune=now']);
      done.push('packed');
    } else commit('refs/heads/main', [at('refs/heads/main~1')]);
    return true;
  };
  return { vcs: 'git', url, done, change };
}

/** Commits, branches, merges, closed heads, bookmarks, tags and phases of a repository; changesets are amended, moved and taken out. */
export function changingMercurial(folder: string, seed: number): ChangingSource {
  const { next, pick } = chance(seed);
  const workspace = new HgWorkspace(join(folder, `hg ${seed}`));
  const evolution = next() < 0.5 ? 'all' : '';
  const done: string[] = [];
  let made = 0;
  const hg = (...args: string[]) => {
    done.push(args.join(' '));
    const options = ['extensions.strip=', 'extensions.rebase=', `experimental.evolution=${evolution}`];
    return tried(() => workspace.hg(...options.flatMap((option) => ['--config', option]), ...args)) ?? '';
  };
  const dated = () => {
    const [name, email] = PEOPLE[++made % PEOPLE.length] as [string, string];
    return ['-d', `${1_500_000_000 + made * 100} 0`, '-u', email === '' ? name : `${name} <${email}>`];
  };
  const commit = (...more: string[]) => {
    workspace.write(pick(['a', 'b', 'c']), `${seed} ${made}`);
    hg('commit', '-A', '-q', '-m', `c${made} after ${workspace.nodes().at(-2)?.slice(0, 12)}`, ...dated(), ...more);
  };
  const change = () => {
    const revisions = workspace.nodes();
    const what = next();
    const [bookmark, tag] = [pick(['bm', 'main', '@', 'x/y']), pick(['1.0', '2.0', 'v x'])];
    const away = () => hg('update', '-C', '-q', pick(revisions));
    if (revisions.length < 2 || what < 0.3) {
      if (revisions.length > 0 && next() < 0.4) away();
      commit();
    } else if (what < 0.4) {
      hg('branch', '-f', pick(['stable', 'feature x', 'default', 'ä/ö', 'HEAD']));
      commit();
    } else if (what < 0.48) {
      away();
      hg('merge', '-q', '--tool', ':other', pick(revisions));
      commit();
    } else if (what < 0.54) {
      away();
      hg('commit', '--close-branch', '-m', 'closed', ...dated());
    } else if (what < 0.64) hg('bookmark', '-f', '-r', pick(revisions), bookmark);
    else if (what < 0.68) hg('bookmark', '-d', bookmark);
    else if (what < 0.78) hg('tag', '-f', '-r', pick(revisions), tag, ...dated(), ...(next() < 0.2 ? ['-l'] : []));
    else if (what < 0.82) hg('tag', '--remove', tag, ...dated());
    else if (what < 0.88) hg('phase', '-f', pick(['--secret', '--draft', '--public']), pick(revisions));
    else if (what < 0.93) {
      away();
      commit('--amend');
    } else if (what < 0.97) hg('strip', '--no-backup', '-f', pick(revisions));
    else hg('rebase', '-q', '--tool', ':other', '-s', pick(revisions), '-d', pick(revisions));
    return true;
  };
  return { vcs: 'mercurial', url: workspace.path, done, change };
}

const REVISIONS = 40;

/** Revisions of a history in which folders are moved about arrive, some at a time. */
export function changingSubversion(folder: string, seed: number): ChangingSource {
  const { next } = chance(seed);
  const whole = makeRepository(folder, (dump) => writeRandomHistory(dump, seed, REVISIONS));
  const url = join(folder, `svn ${seed}`);
  execFileSync('svnadmin', ['create', url]);
  const done: string[] = [];
  let youngest = -1;
  const change = () => {
    if (youngest >= REVISIONS) return false;
    const to = Math.min(REVISIONS, youngest + 1 + Math.floor(next() * 4));
    const range = ['-r', `${youngest + 1}:${to}`, ...(youngest < 0 ? [] : ['--incremental'])];
    const input = execFileSync('svnadmin', ['dump', '-q', ...range, whole], { maxBuffer: 1 << 28, stdio: 'pipe' });
    execFileSync('svnadmin', ['load', '-q', '--bypass-prop-validation', url], { input });
    done.push(`r${to}`);
    youngest = to;
    return true;
  };
  return { vcs: 'subversion', url, done, change };
}
