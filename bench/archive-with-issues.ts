/** An archive with many issues and their comments, and with Git data of any size, for the bench of reading. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random, textLine } from './random.ts';

const ROOT = 'https://origin.example';
const REPOSITORY = `${ROOT}/acme/widgets`;
const PEOPLE = 200;
/** Records a file, as in real archives. */
const A_FILE = 100;

type Json = Record<string, unknown>;

function at(n: number): string {
  return new Date(Date.UTC(2015, 0, 1) + n * 61_000).toISOString().replace('.000Z', 'Z');
}

function text(random: Random, lines: number): string {
  return Array.from({ length: lines }, () => textLine(random)).join('\n');
}

/**
 * Makes `<folder>/<name>.tar.gz`: records first, then Git data, as Gantry's own archives have them. An issue has three
 * comments and four events.
 * @param megabytes of bytes that do not shrink, as packs are; 0 for a small repository that is whole
 */
export function makeIssueArchive(folder: string, name: string, issues: number, megabytes: number): string {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  const random = new Random(7);
  const person = () => `${ROOT}/person-${random.below(PEOPLE)}`;
  /** In the order of our own archives. */
  const files = ['schema.json'];
  const write = (plural: string, count: number, record: (n: number) => Json) => {
    for (let from = 0; from < count; from += A_FILE) {
      const records = Array.from({ length: Math.min(A_FILE, count - from) }, (_, n) => record(from + n));
      const number = String(from / A_FILE + 1).padStart(6, '0');
      writeFileSync(join(root, `${plural}_${number}.json`), JSON.stringify(records));
      files.push(`${plural}_${number}.json`);
    }
  };
  writeFileSync(join(root, 'schema.json'), '{"version":"1.0.1"}');
  write('users', PEOPLE, (n) => ({
    ...{
      type: 'user',
      url: `${ROOT}/person-${n}`,
      login: `person-${n}`,
      name: `Person ${n}`,
      bio: null,
      company: null,
    },
    ...{ website: null, location: null, avatar_url: `${ROOT}/u/${n}`, billing_plan: null, created_at: at(n) },
    emails: [{ address: `p${n}@example.org`, primary: true, verified: true }],
  }));
  write('organizations', 1, () => ({
    ...{ type: 'organization', url: `${ROOT}/acme`, login: 'acme', name: 'Acme', description: null, website: null },
    ...{ location: null, email: null, owners_team: null, webhooks: [], created_at: at(0) },
    members: [{ user: `${ROOT}/person-0`, role: 'admin', state: 'active' }],
  }));
  write('repositories', 1, () => ({
    ...{ type: 'repository', url: REPOSITORY, owner: `${ROOT}/acme`, name: 'widgets', description: 'Widgets' },
    ...{ website: null, private: false, has_issues: true, has_wiki: false, has_downloads: false, collaborators: [] },
    ...{ created_at: at(1), git_url: 'tarball://root/repositories/acme/widgets.git', default_branch: 'main' },
    ...{ webhooks: [], public_keys: [] },
    labels: [{ url: `${REPOSITORY}/labels/bug`, name: 'bug', color: 'd73a4a', description: null, created_at: at(1) }],
  }));
  const issue = (n: number) => `${REPOSITORY}/issues/${n + 1}`;
  write('issues', issues, (n) => ({
    ...{ type: 'issue', url: issue(n), repository: REPOSITORY, user: person(), title: textLine(random).trim() },
    ...{ body: text(random, 12), assignee: null, assignees: [person()], milestone: null },
    ...{ labels: [`${REPOSITORY}/labels/bug`], reactions: [], created_at: at(n), updated_at: at(n + 9) },
    closed_at: n % 3 === 0 ? null : at(n + 5),
  }));
  write('issue_comments', issues * 3, (n) => ({
    ...{ type: 'issue_comment', url: `${issue(n % issues)}#issuecomment-${n}`, issue: issue(n % issues) },
    ...{ user: person(), body: text(random, 8), formatter: 'markdown', reactions: [], created_at: at(n) },
  }));
  write('issue_events', issues * 4, (n) => ({
    ...{ type: 'issue_event', url: `${issue(n % issues)}#event-${n}`, issue: issue(n % issues), actor: person() },
    ...{ event: 'labeled', label: `${REPOSITORY}/labels/bug`, label_name: 'bug', label_color: 'd73a4a' },
    ...{ label_text_color: 'fff', created_at: at(n) },
  }));
  const repository = join(root, 'repositories/acme/widgets.git');
  mkdirSync(repository, { recursive: true });
  execFileSync('git', ['init', '-q', '--bare', '--template=', '--initial-branch=main', repository]);
  if (megabytes > 0) {
    const pack = join(repository, `objects/pack/pack-${'0'.repeat(40)}.pack`);
    const piece = Buffer.alloc(1e6);
    for (let n = 0; n < megabytes; n++) {
      for (let place = 0; place < piece.length; place += 4)
        piece.writeUInt32LE(Math.floor(random.next() * 2 ** 32), place);
      appendFileSync(pack, piece);
    }
  } else {
    const commit = 'commit refs/heads/main\ncommitter A <a@example.org> 1500000000 +0000\ndata 1\nx\ndone\n';
    execFileSync('git', ['-C', repository, 'fast-import', '--quiet', '--done'], { input: commit });
  }
  const archive = join(folder, `${name}.tar.gz`);
  const packed = spawnSync('sh', [
    '-c',
    'tar cf - -C "$1" $3 repositories | gzip -1 > "$2"',
    'sh',
    root,
    archive,
    files.join(' '),
  ]);
  if (packed.status !== 0) throw new Error(`The archive could not be packed: ${packed.stderr.toString()}`);
  rmSync(root, { recursive: true });
  return archive;
}
