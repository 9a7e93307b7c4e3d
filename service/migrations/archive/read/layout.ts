/** What a member of a migration's archive is, told by its path. */

export type MemberPlace =
  | { kind: 'schema' }
  | { kind: 'records'; plural: string; number: number }
  /** `attachments/<uuid>/<name>`; exporters of other hosts lay them deeper, or beside each other. */
  | { kind: 'attachment' }
  /** `repository_files/<n>/<name>` */
  | { kind: 'repository_file' }
  /** A file of `repositories/<owner>/<name>.git`; `inside` is its path in the bare repository. */
  | { kind: 'repository'; owner: string; name: string; wiki: boolean; inside: string }
  | { kind: 'other' };

const RECORDS = /^([a-z][a-z_]*)_(\d{6})\.json$/;
const REPOSITORY = /^repositories\/([^/]+)\/([^/]+)\.git\/(.+)$/;
const ATTACHMENT = /^attachments\/./;
const REPOSITORY_FILE = /^repository_files\/[^/]+\/[^/]+$/;

/** @param path of a file, checked (see `member-names.ts`) */
export function placeOf(path: string): MemberPlace {
  const repository = path.startsWith('repositories/') ? REPOSITORY.exec(path) : null;
  if (repository !== null) {
    const [, owner = '', folder = '', inside = ''] = repository;
    const wiki = folder.endsWith('.wiki');
    return { kind: 'repository', owner, name: wiki ? folder.slice(0, -5) : folder, wiki, inside };
  }
  if (path === 'schema.json') return { kind: 'schema' };
  const records = RECORDS.exec(path);
  if (records !== null) return { kind: 'records', plural: records[1] ?? '', number: Number(records[2]) };
  if (ATTACHMENT.test(path)) return { kind: 'attachment' };
  if (REPOSITORY_FILE.test(path)) return { kind: 'repository_file' };
  return { kind: 'other' };
}

const NO_REF = /^refs\/(?:.*\/)?(?:\.[^/]*|[^/]*\.lock)(?:\/|$)/;

/**
 * Whether git passes over a file among the refs of a repository (`loose_fill_ref_dir` in refs/files-backend.c): locks that a
 * crash left, and what a file manager or macOS' tar lays into every folder (`.DS_Store`, `._main`).
 */
export function isNoRef(inside: string): boolean {
  return NO_REF.test(inside);
}
