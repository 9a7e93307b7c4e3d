/** The API's JSON (learn.microsoft.com/rest/api/azure/devops/tfvc), read into what the import needs and checked. */
import { say } from '../../../../language/sentence.ts';
import { NotTheApi } from './failures.ts';

export interface Person {
  /** `uniqueName`: an address at Azure DevOps Services, `DOMAIN\user` on servers. */
  id: string;
  /** `displayName`. */
  name: string;
}

export interface Changeset {
  id: number;
  author: Person;
  /** Who checked it in, when that is somebody else. */
  committer: Person | null;
  /** Seconds since 1970; null when the date is missing or unreadable. */
  seconds: number | null;
  comment: string;
  /** The server cut the comment off. */
  truncated: boolean;
}

export interface MergeSource {
  path: string;
  /** Changesets of the range, both inclusive. */
  from: number;
  to: number;
  isRename: boolean;
}

export interface Item {
  path: string;
  isFolder: boolean;
  /** The content is the target of a symbolic link. */
  isLink: boolean;
  /** Changeset that changed it last. */
  version: number;
  /** 16 bytes; null when the server does not say. */
  md5: Buffer | null;
  /** Bytes; null when the server does not say. */
  size: number | null;
}

export interface Change extends Item {
  /** Words of `VersionControlChangeType`. */
  kinds: ReadonlySet<string>;
  /** Where a rename came from. */
  source: string | null;
  mergeSources: readonly MergeSource[];
}

export interface BranchObject {
  path: string;
  parent: string | null;
  deleted: boolean;
  /** Seconds since 1970, or null. */
  created: number | null;
}

export interface Label {
  id: string;
  name: string;
  description: string;
  scope: string;
  /** As the server writes it: tells whether the label was moved. */
  modified: string;
  owner: Person;
}

type Json = Readonly<Record<string, unknown>>;

const NO_OBJECT = {
  'a list': say('a list that holds no object'),
  'a change': say('a change that holds no object'),
  'a merge source': say('a merge source that holds no object'),
  'a branch': say('a branch that holds no object'),
};

function objectOf(value: unknown, what: keyof typeof NO_OBJECT): Json {
  if (typeof value !== 'object' || value === null) throw new NotTheApi(NO_OBJECT[what]);
  return value as Json;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function pathOf(value: unknown): string {
  const path = textOf(value);
  if (!path.startsWith('$/')) throw new NotTheApi(say('an item without a path'));
  return path;
}

/** Null for what is no date, and for the year 1, which .NET writes where there is none. */
function secondsOf(value: unknown): number | null {
  const text = textOf(value);
  // A date without a zone would be read as one of this machine's.
  const milliseconds = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return milliseconds >= 0 ? Math.floor(milliseconds / 1000) : null;
}

export function readPerson(value: unknown): Person {
  const { uniqueName, displayName, id } = typeof value === 'object' && value !== null ? (value as Json) : {};
  const name = textOf(displayName);
  // Two people may have one name.
  const key = textOf(uniqueName) || textOf(id) || name;
  return { id: key, name: name || key };
}

/** @throws NotTheApi */
export function readChangeset(json: Json): Changeset {
  const id = json.changesetId;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || id > 0x7fffffff)
    throw new NotTheApi(say('a changeset without its number'));
  const author = readPerson(json.author);
  const committer = readPerson(json.checkedInBy);
  return {
    id,
    author,
    committer: committer.id === '' || committer.id === author.id ? null : committer,
    seconds: secondsOf(json.createdDate),
    comment: textOf(json.comment),
    truncated: json.commentTruncated === true,
  };
}

/** In base64. */
const MD5_OF_NOTHING = '1B2M2Y8AsgTpgAmY7PhCfg==';

/** @throws NotTheApi */
export function readItem(json: Json): Item {
  const md5 = Buffer.from(textOf(json.hashValue), 'base64');
  // Servers leave out what is zero. One that writes it for what it does not know has no checksum of it either.
  const size = json.hashValue === MD5_OF_NOTHING ? (json.size ?? 0) : json.size || null;
  return {
    path: pathOf(json.path),
    isFolder: json.isFolder === true,
    isLink: json.isSymLink === true,
    version: typeof json.version === 'number' ? json.version : 0,
    md5: md5.length === 16 ? md5 : null,
    size: typeof size === 'number' && size >= 0 ? size : null,
  };
}

/** The lists in an answer to a batch, in the order of what was asked; empty for what is not there. @throws NotTheApi */
export function listsOf(body: unknown): Json[][] {
  const { value } = objectOf(body, 'a list');
  if (!Array.isArray(value)) throw new NotTheApi(say('an answer without its list'));
  return value.map((list) =>
    (Array.isArray(list) ? list : list === null ? [] : [list]).map((entry) => objectOf(entry, 'a list')),
  );
}

/** Whether an item of a listing is one that was deleted. */
export function isDeleted(json: Json): boolean {
  return typeof json.deletionId === 'number' && json.deletionId > 0;
}

const KINDS = [
  'add',
  'edit',
  'encoding',
  'rename',
  'delete',
  'undelete',
  'branch',
  'merge',
  'lock',
  'rollback',
  'sourceRename',
  'targetRename',
  'property',
];

const KNOWN: ReadonlySet<string> = new Set(['none', ...KINDS.map((kind) => kind.toLowerCase())]);

/** Words in small letters. What has none that is known did something all the same, and is taken for an edit: what is there is asked for. */
function kindsOf(type: unknown): Set<string> {
  const bits = typeof type === 'number' ? type : /^\d+$/.test(textOf(type)) ? Number(type) : null;
  const words =
    bits === null
      ? textOf(type)
          .split(',')
          .map((word) => word.trim().toLowerCase())
      : bits === 0
        ? ['none']
        : KINDS.filter((_, bit) => (bits & (1 << bit)) !== 0).map((word) => word.toLowerCase());
  return new Set(words.some((word) => KNOWN.has(word)) ? words : ['edit']);
}

/** @throws NotTheApi */
export function readChange(json: Json): Change {
  const source = textOf(json.sourceServerItem);
  return {
    ...readItem(objectOf(json.item, 'a change')),
    kinds: kindsOf(json.changeType),
    source: source.startsWith('$/') ? source : null,
    mergeSources: (Array.isArray(json.mergeSources) ? json.mergeSources : []).flatMap(readMergeSource),
  };
}

function readMergeSource(value: unknown): MergeSource[] {
  const { serverItem, versionFrom, versionTo, isRename } = objectOf(value, 'a merge source');
  if (typeof versionTo !== 'number') return [];
  const from = typeof versionFrom === 'number' ? versionFrom : versionTo;
  return [{ path: pathOf(serverItem), from, to: versionTo, isRename: isRename === true }];
}

/** What servers describe a branch with unless somebody wrote something else (`branchRefs-includeDeleted.json`). */
function branchedFrom(description: unknown): string | null {
  return /^Branched from (\$\/.+)$/.exec(textOf(description))?.[1] ?? null;
}

/** Generations of branches in one answer at most. */
const MOST_GENERATIONS = 1000;

/** Branches of an answer, those in `children` included. @throws NotTheApi */
export function readBranches(list: readonly Json[], parent: string | null = null, depth = 0): BranchObject[] {
  if (depth > MOST_GENERATIONS) throw new NotTheApi(say('branches of branches without end'));
  return list.flatMap((json) => {
    const path = pathOf(json.path);
    const above = textOf((json.parent as Json | undefined)?.path);
    const children = Array.isArray(json.children) ? json.children.map((child) => objectOf(child, 'a branch')) : [];
    const branch = {
      path,
      parent: above.startsWith('$/') ? above : (parent ?? branchedFrom(json.description)),
      deleted: json.isDeleted === true,
      created: secondsOf(json.createdDate),
    };
    return [branch, ...readBranches(children, path, depth + 1)];
  });
}

/** @throws NotTheApi */
export function readLabel(json: Json): Label {
  if (typeof json.id !== 'number' && typeof json.id !== 'string')
    throw new NotTheApi(say('a label without its number'));
  return {
    id: String(json.id),
    name: textOf(json.name),
    description: textOf(json.description),
    scope: textOf(json.labelScope),
    modified: textOf(json.modifiedDate),
    owner: readPerson(json.owner),
  };
}
