/** Subversion repositories to import from, made by the real svnadmin and served by the real svnserve. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, listening } from './ports.ts';

interface Change {
  /** Folder to make, or file to write with `text`. */
  path: string;
  text?: string;
  /** Copy of this path in the revision before. */
  copyFrom?: string;
}

export interface Revision {
  author: string;
  message: string;
  changes: Change[];
}

/** A dump (format 2) of these revisions. */
export function dumpOf(revisions: readonly Revision[]): Buffer {
  const parts: Buffer[] = [
    Buffer.from('SVN-fs-dump-format-version: 2\n\nUUID: 0b1c2d3e-0000-4000-8000-00000000abcd\n\n'),
  ];
  const properties = (values: Record<string, string>) =>
    `${Object.entries(values)
      .map(([key, value]) => `K ${Buffer.byteLength(key)}\n${key}\nV ${Buffer.byteLength(value)}\n${value}\n`)
      .join('')}PROPS-END\n`;
  for (const [index, { author, message, changes }] of [
    { author: '', message: '', changes: [] },
    ...revisions,
  ].entries()) {
    const date = new Date(1_500_000_000_000 + index * 60_000).toISOString().replace('Z', '000Z');
    const block = properties(
      index === 0 ? { 'svn:date': date } : { 'svn:author': author, 'svn:date': date, 'svn:log': message },
    );
    const length = Buffer.byteLength(block);
    parts.push(
      Buffer.from(`Revision-number: ${index}\nProp-content-length: ${length}\nContent-length: ${length}\n\n${block}\n`),
    );
    for (const change of changes) parts.push(nodeOf(change, index));
  }
  return Buffer.concat(parts);
}

function nodeOf({ path, text, copyFrom }: Change, revision: number): Buffer {
  if (copyFrom !== undefined) {
    return Buffer.from(
      `Node-path: ${path}\nNode-kind: dir\nNode-action: add\nNode-copyfrom-rev: ${revision - 1}\nNode-copyfrom-path: ${copyFrom}\n\n\n`,
    );
  }
  if (text === undefined) {
    return Buffer.from(
      `Node-path: ${path}\nNode-kind: dir\nNode-action: add\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n\n`,
    );
  }
  const length = Buffer.byteLength(text);
  return Buffer.from(
    `Node-path: ${path}\nNode-kind: file\nNode-action: add\nProp-content-length: 10\nText-content-length: ${length}\nContent-length: ${length + 10}\n\nPROPS-END\n${text}\n\n`,
  );
}

export function makeSvnSource(folder: string, name: string, revisions: readonly Revision[]): string {
  const path = join(folder, name);
  execFileSync('svnadmin', ['create', path]);
  execFileSync('svnadmin', ['load', '-q', '--bypass-prop-validation', path], {
    input: dumpOf(revisions),
    maxBuffer: 1 << 28,
  });
  return path;
}

/** 4 KB of text that does not compress away, the same for the same number. */
function noise(n: number): string {
  const lines = Array.from({ length: 64 }, (_, line) => createHash('sha256').update(`${n} ${line}`).digest('hex'));
  return `${lines.join('\n')}\n`;
}

/** trunk, branches and tags of one project under `root` ('' or 'name/'), made in one revision, then `count` changes. */
export function projectHistory(root: string, count: number, authors: readonly string[] = ['sven']): Revision[] {
  const author = (n: number) => authors[n % authors.length] ?? 'sven';
  return [
    {
      author: author(0),
      message: 'layout',
      changes: [
        ...(root === '' ? [] : [{ path: root.slice(0, -1) }]),
        ...['trunk', 'branches', 'tags'].map((name) => ({ path: root + name })),
      ],
    },
    ...Array.from({ length: count }, (_, n) => ({
      author: author(n),
      message: `change ${n}`,
      changes: [{ path: `${root}trunk/file${n}.txt`, text: noise(n) }],
    })),
    { author: author(count), message: 'branch', changes: [{ path: `${root}branches/one`, copyFrom: `${root}trunk` }] },
  ];
}

/** Serves the repositories in a folder over svn://, each with one user. */
export async function serveSvn(
  folder: string,
  repositories: readonly string[],
  user: { name: string; password: string } | null,
) {
  for (const path of repositories) {
    const lines = [
      '[general]',
      `anon-access = ${user === null ? 'read' : 'none'}`,
      'auth-access = read',
      'password-db = passwd',
    ];
    writeFileSync(join(path, 'conf/svnserve.conf'), `${lines.join('\n')}\n`);
    writeFileSync(
      join(path, 'conf/passwd'),
      user === null ? '[users]\n' : `[users]\n${user.name} = ${user.password}\n`,
    );
  }
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const server = spawn(
    'svnserve',
    ['-d', '--foreground', '--listen-host', '127.0.0.1', '--listen-port', String(port), '-r', folder],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await listening(port);
  return {
    url: `svn://127.0.0.1:${port}`,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}
