/** Real Mercurial repositories for the tests. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Mercurial's own client of a server that has Python loaded already: a tenth of the time for each command. */
const HAS_CHG =
  spawnSync('chg', ['--config', 'chgserver.idletimeout=5', '--version'], {
    stdio: 'ignore',
    env: { ...process.env, CHGSOCKNAME: socket() },
  }).status === 0;

/** Short, as the paths of sockets must be; each process of tests has its own server, which ends when it is idle. */
function socket(): string {
  return join(tmpdir(), `chg-${process.pid}`);
}

const ENVIRONMENT = { HGPLAIN: '1', HGRCPATH: '/dev/null', HGENCODING: 'UTF-8', LC_ALL: 'C.UTF-8' };

/** A repository with a working folder, changed by real `hg` commands. */
export class HgWorkspace {
  readonly path: string;
  #day = 0;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    this.hg('init');
  }

  /** Runs hg here. @returns its output */
  hg(...args: string[]): string {
    const options = ['--config', 'ui.merge=internal:local'];
    if (HAS_CHG) options.push('--config', 'chgserver.idletimeout=5');
    return execFileSync(HAS_CHG ? 'chg' : 'hg', [...options, ...args], {
      cwd: this.path,
      env: { ...process.env, ...ENVIRONMENT, CHGSOCKNAME: socket() },
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  }

  write(path: string, text: string | Buffer): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), text);
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    rmSync(join(this.path, path), { force: true });
    symlinkSync(target, join(this.path, path));
  }

  /** Commits everything that changed. @returns the changeset's id */
  commit(message: string, options: { user?: string; date?: string; args?: string[] } = {}): string {
    this.#day += 1;
    const date = options.date ?? `${1_000_000_000 + this.#day * 86_400} -7200`;
    this.hg('addremove', '-q', '--similarity', '100');
    this.hg(
      'commit',
      '-q',
      '-m',
      message,
      '-u',
      options.user ?? 'Ann <ann@example.org>',
      '-d',
      date,
      ...(options.args ?? []),
    );
    return this.node('.');
  }

  node(revision: string): string {
    return this.hg('log', '-r', revision, '-T', '{node}');
  }

  nodes(): string[] {
    return this.hg('log', '-r', 'all()', '-T', '{node}\n').split('\n').filter(Boolean);
  }
}
