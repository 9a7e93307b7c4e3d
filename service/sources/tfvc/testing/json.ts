/** The model in the JSON of the public REST documentation. */
import { createHash } from 'node:crypto';
import { fold, liesIn } from '../paths.ts';
import { BOB, type TfvcModel } from './model.ts';
import type { ModelBranch, ModelChange, ModelChangeset, ModelItem, ModelLabel, Person } from './model-shapes.ts';

/** What servers of different ages and kinds send or leave out. */
export interface Style {
  /** Lists every child of a folder that was renamed, branched, deleted or undeleted. */
  listsChildren: boolean;
  /** Lists the places that something was renamed from. */
  listsRenameSources: boolean;
  /** Sends `hashValue` and `size`. */
  sendsHashes: boolean;
  sendsMergeSources: boolean;
  /** Writes paths of edits in other case than they have. */
  sloppyCase: boolean;
  /** Writes change types as numbers. */
  numbers: boolean;
}

export const MODERN: Style = {
  listsChildren: true,
  listsRenameSources: true,
  sendsHashes: true,
  sendsMergeSources: true,
  sloppyCase: false,
  numbers: false,
};

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

export function personJson(person: Person, base: string) {
  return {
    ...person,
    url: `${base}/_apis/Identities/${person.id}`,
    imageUrl: `${base}/_api/_common/identityImage?id=${person.id}`,
  };
}

export function changesetJson(changeset: ModelChangeset, base: string, commentLength: number) {
  const { id, author, committer, date, comment } = changeset;
  const truncated = comment.length > commentLength;
  return {
    changesetId: id,
    url: `${base}/_apis/tfvc/changesets/${id}`,
    author: personJson(author, base),
    checkedInBy: personJson(committer, base),
    createdDate: date,
    ...(comment === '' ? {} : { comment: comment.slice(0, commentLength) }),
    ...(truncated ? { commentTruncated: true } : {}),
  };
}

/** What is zero or false is left out (`changes.json`: a file has no `isFolder`), so that an empty file has no size. */
function sumsJson(content: Buffer | null, style: Style): { size?: number; hashValue?: string } {
  if (content === null || !style.sendsHashes) return {};
  return { ...(content.length === 0 ? {} : { size: content.length }), hashValue: md5(content) };
}

export function itemJson({ path, content, isLink, version }: ModelItem, base: string, style: Style, isBranch = false) {
  return {
    version,
    changeDate: '2014-03-19T17:23:59.697Z',
    ...sumsJson(content, style),
    ...(content === null ? { isFolder: true } : { encoding: 65001 }),
    ...(isBranch ? { isBranch: true } : {}),
    ...(isLink ? { isSymLink: true } : {}),
    path,
    url: `${base}/_apis/tfvc/items/${encodeURI(path)}?versionType=Changeset&version=${version}`,
  };
}

/** An item as a change names it (`changes.json`): nothing tells a link, an encoding or a deletion. */
function changedItemJson({ path, content, version }: ModelItem, base: string, style: Style) {
  return {
    version,
    ...sumsJson(content, style),
    ...(content === null ? { isFolder: true } : {}),
    path,
    url: `${base}/_apis/tfvc/items/${encodeURI(path)}?versionType=Changeset&version=${version}`,
  };
}

/** The changes of a changeset as a server of this style lists them. */
export function changesJson(model: TfvcModel, changeset: ModelChangeset, base: string, style: Style) {
  return changeset.changes
    .filter(
      (change) => (style.listsChildren || !change.implied) && (style.listsRenameSources || !change.sourceOfRename),
    )
    .map((change) => changeJson(model, changeset, change, base, style));
}

function changeJson(model: TfvcModel, { id, tree }: ModelChangeset, change: ModelChange, base: string, style: Style) {
  const gone = change.kinds.includes('delete');
  const item = gone ? undefined : tree.get(change.path.toLowerCase());
  const before = model.treeAt(id - 1).get(change.path.toLowerCase());
  const path =
    style.sloppyCase && change.kinds.join() === 'edit'
      ? change.path.replace(/[a-z]/g, (letter) => letter.toUpperCase())
      : change.path;
  const shown: ModelItem = {
    path: path.replace(/^\$\/[^/]+/, change.path.split('/').slice(0, 2).join('/')),
    content: change.isFolder ? null : (item?.content ?? before?.content ?? Buffer.alloc(0)),
    isLink: item?.isLink ?? false,
    version: id,
  };
  return {
    item: changedItemJson(shown, base, gone || item === undefined ? { ...style, sendsHashes: false } : style),
    changeType: style.numbers
      ? change.kinds.reduce((sum, kind) => sum | (1 << KINDS.indexOf(kind)), 0)
      : change.kinds.join(', '),
    ...(change.source === undefined ? {} : { sourceServerItem: change.source }),
    ...(change.mergeSources === undefined || !style.sendsMergeSources ? {} : { mergeSources: change.mergeSources }),
  };
}

function branchRefJson(branch: ModelBranch, base: string) {
  return {
    path: branch.path,
    description: branch.parent === null ? '' : `Branched from ${branch.parent}`,
    owner: personJson(BOB, base),
    createdDate: branch.created,
    ...(branch.deleted ? { isDeleted: true } : {}),
    url: `${base}/_apis/tfvc/branches/${encodeURI(branch.path)}`,
  };
}

/** Branches below a path, without their relations (`branchRefs-includeDeleted.json`). */
export function branchRefsJson(model: TfvcModel, base: string, scope: string, includeDeleted: boolean) {
  return model.branches
    .filter((branch) => (includeDeleted || !branch.deleted) && liesIn(fold(branch.path), fold(scope)))
    .map((branch) => branchRefJson(branch, base));
}

/**
 * Root branches with their children below them (`branches-includeChildren.json`).
 * @returns null where two of them have one path, which the server's own table of them cannot hold
 */
export function branchesJson(model: TfvcModel, base: string, includeDeleted: boolean): object[] | null {
  const shown = model.branches.filter((branch) => includeDeleted || !branch.deleted);
  if (new Set(shown.map(({ path }) => fold(path))).size < shown.length) return null;
  const json = (branch: ModelBranch): object => ({
    ...branchRefJson(branch, base),
    relatedBranches: [],
    mappings: [],
    children: shown.filter((child) => child.parent === branch.path && child !== branch).map(json),
  });
  return shown.filter((branch) => !shown.some(({ path }) => path === branch.parent)).map(json);
}

export function labelJson(label: ModelLabel, base: string) {
  const { id, name, description, scope, modified, owner } = label;
  return {
    id,
    name,
    description,
    labelScope: scope,
    modifiedDate: modified,
    owner: personJson(owner, base),
    url: `${base}/_apis/tfvc/labels/${id}`,
  };
}

function md5(content: Buffer): string {
  return createHash('md5').update(content).digest('base64');
}
