/** What Mercurial itself says that each changeset holds. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HgServer } from '../hg-server.ts';
import type { HgAccess } from '../hg-tool.ts';

export interface Changeset {
  node: string;
  /** First line of its message. */
  title: string;
  /** Without the null changeset. */
  parents: string[];
  /** Mode and blob id by path, as `hg archive` writes it. */
  files: Map<string, string>;
}

/** Every changeset of a repository of this disk, oldest first. */
export async function changesetsOf(path: string, access: HgAccess): Promise<Changeset[]> {
  const server = new HgServer(access, { path, url: path });
  const archive = `${path} archive`;
  try {
    const lines = (await server.output(['log', '-r', 'all()', '-T', '{node} {p1node} {p2node} {desc|firstline}\n']))
      .split('\n')
      .filter((line) => line !== '');
    const changesets: Changeset[] = [];
    for (const line of lines) {
      const [, node = '', first = '', second = '', title = ''] = /^(\w+) (\w+) (\w+) (.*)$/.exec(line) ?? [];
      // hg refuses to archive a changeset without files.
      const holds = (await server.output(['manifest', '-r', node])) !== '';
      if (holds) await server.output(['--config', 'ui.archivemeta=False', 'archive', '-r', node, archive]);
      const files = holds ? filesIn(archive) : new Map<string, string>();
      rmSync(archive, { recursive: true, force: true });
      changesets.push({ node, title, parents: [first, second].filter((id) => !/^0+$/.test(id)), files });
    }
    return changesets;
  } finally {
    await server.stop();
  }
}

/** Mode and blob id by path of what lies in a folder, as Git would have it. */
function filesIn(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  // Node's own recursive reading goes through symbolic links.
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        folders.push(path);
        continue;
      }
      const content = entry.isSymbolicLink() ? Buffer.from(readlinkSync(path)) : readFileSync(path);
      const mode = entry.isSymbolicLink() ? '120000' : lstatSync(path).mode & 0o100 ? '100755' : '100644';
      const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
      files.set(relative(folder, path), `${mode} ${oid}`);
    }
  }
  return files;
}
