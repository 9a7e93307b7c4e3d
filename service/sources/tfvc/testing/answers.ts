/**
 * The right answers of the test server, as strict as those of real ones. What a behaviour is known from is named beside it:
 * files are those of the vendor's published exchanges, `docs/formats/team-foundation.md` has where each is from.
 */
import { fold } from '../paths.ts';
import { branchesJson, branchRefsJson, changesetJson, changesJson, itemJson, labelJson, type Style } from './json.ts';
import type { ModelChangeset, ModelItem } from './model-shapes.ts';
import type { Answering, SeenRequest } from './server-options.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  /** Without the headers that every answer has. */
  bare?: true;
  body: Buffer;
}

/** An error as servers write it. */
export function refusal(status: number, typeKey: string, message: string): Reply {
  const body = {
    $id: '1',
    innerException: null,
    message,
    typeName: `Microsoft.TeamFoundation.SourceControl.WebServer.${typeKey}, Microsoft.TeamFoundation.SourceControl.WebServer`,
    typeKey,
    errorCode: 0,
    eventId: 3000,
  };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8; api-version=5.0' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function whole(body: unknown): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8; api-version=5.0' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function list(value: readonly unknown[]): Reply {
  return whole({ count: value.length, value });
}

export function answer(server: Answering, request: SeenRequest): Reply {
  const collection = server.options.collection ?? '/tfs/DefaultCollection';
  const { query } = request;
  const notFound: Reply = {
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from('<h1>Not Found</h1>'),
  };
  if (!request.path.startsWith(`${collection}/`)) return notFound;
  const rest = request.path.slice(collection.length);
  const at = rest.indexOf('/_apis/');
  const project = rest.slice(1, Math.max(1, at));
  if (at < 0 || (project !== '' && !server.model.projects.some(({ name }) => name === project))) return notFound;
  const version = Number.parseFloat(query.get('api-version') ?? '1');
  // `changes-api1.0-headers-nohash.json`: the first version tells neither checksums nor sizes.
  const style = version < 2 ? { ...server.style, sendsHashes: false } : server.style;
  if (version > (server.options.newestVersion ?? 7.1)) {
    return refusal(
      400,
      'VssVersionOutOfRangeException',
      `The requested REST API version of ${version} is out of range for this server. The latest REST API version this server supports is ${server.options.newestVersion}.`,
    );
  }
  const path = rest.slice(at + '/_apis/'.length);
  const [area, ...more] = path.split('/');
  if (area === 'projects') return projects(server, more[0]);
  if (area !== 'tfvc') return notFound;
  const [resource, id, sub] = more;
  if (resource === 'items') return items(server, style, query);
  if (resource === 'branches') return branches(server, query);
  if (resource?.toLowerCase() === 'itembatch') return itemBatch(server, style, request);
  if (resource === 'labels') return labels(server, query, id, sub);
  if (resource !== 'changesets') return notFound;
  if (id === undefined) return changesets(server, query);
  const changeset = server.model.changesets[Number(id) - 1];
  if (changeset === undefined) return noSuchChangeset(id);
  if (sub === 'changes') return changes(server, query, changesJson(server.model, changeset, server.url, style));
  return whole(changesetJson(changeset, server.url, Number(query.get('maxCommentLength') ?? 1e9)));
}

function changes({ options }: Answering, query: URLSearchParams, all: object[]): Reply {
  const { changesAPage } = options;
  if (changesAPage === undefined) return list(page(all, query, 1000));
  const from = Number(query.get('continuationToken') ?? 0);
  const reply = list(all.slice(from, from + changesAPage));
  const next = from + changesAPage;
  return next >= all.length ? reply : { ...reply, headers: { ...reply.headers, 'x-ms-continuationtoken': `${next}` } };
}

function projects(server: Answering, name: string | undefined): Reply {
  const shown = server.model.projects.map(({ id, name: one }) => ({
    id,
    name: one,
    url: `${server.url}/_apis/projects/${id}`,
    state: 'wellFormed',
  }));
  if (name === undefined) return list(shown);
  const found = shown.find((one) => fold(one.name) === fold(name) || one.id === name);
  return found === undefined
    ? refusal(404, 'ProjectDoesNotExistWithNameException', `TF200016: The following project does not exist: ${name}.`)
    : whole(found);
}

/** A collection with two branches of one path refuses the tree of them, not the list below a project. */
function branches(server: Answering, query: URLSearchParams): Reply {
  const includeDeleted = query.get('includeDeleted')?.toLowerCase() === 'true';
  const scope = query.get('scopePath');
  if (scope !== null) return list(branchRefsJson(server.model, server.url, scope, includeDeleted));
  const tree = branchesJson(server.model, server.url, includeDeleted);
  return tree === null
    ? refusal(400, 'ArgumentException', 'An item with the same key has already been added.')
    : list(tree);
}

/** `itembatch.json`: a list for each descriptor. What is said of one that is not there is not recorded anywhere. */
function itemBatch(server: Answering, style: Style, { method, body }: SeenRequest): Reply {
  if (method !== 'POST') return refusal(405, '', 'The requested resource does not support that method.');
  const { itemDescriptors } = JSON.parse(body) as { itemDescriptors: { path: string; version?: number | string }[] };
  const lists: (object[] | null)[] = [];
  for (const { path, version } of itemDescriptors) {
    const item = server.model.treeAt(Number(version ?? server.model.youngest)).get(fold(path));
    if (item === undefined && server.options.missingInBatch !== 'null') return noSuchItem(path);
    lists.push(item === undefined ? null : [itemJson(item, server.url, style)]);
  }
  return list(lists);
}

function noSuchItem(path: string): Reply {
  return refusal(
    404,
    'ItemNotFoundException',
    `TF14098: Access Denied or the item ${path} does not exist at the specified version.`,
  );
}

function noSuchChangeset(id: number | string): Reply {
  return refusal(404, 'ChangesetNotFoundException', `TF14019: The changeset ${id} does not exist.`);
}

/** Numbers above the collection's newest changeset are refused (TF14019), and no page has more than 256 entries. */
function changesets(server: Answering, query: URLSearchParams): Reply {
  const from = Number(query.get('searchCriteria.fromId') ?? 1);
  const to = Number(query.get('searchCriteria.toId') ?? server.model.youngest);
  for (const id of [from, to]) if (id > server.model.youngest) return noSuchChangeset(id);
  let found: ModelChangeset[] = server.model
    .historyOf(query.get('searchCriteria.itemPath') ?? '$/')
    .filter(({ id }) => id >= from && id <= to);
  if (query.get('$orderby') !== 'id asc') found = found.toReversed();
  const length = Number(query.get('maxCommentLength') ?? 80);
  return list(
    page(found, query, Math.min(256, server.options.changesetsAPage ?? 256)).map((one) =>
      changesetJson(one, server.url, length),
    ),
  );
}

function items(server: Answering, style: Style, query: URLSearchParams): Reply {
  const { model } = server;
  const path = query.get('path') ?? query.get('scopePath') ?? '$/';
  const version = Number(query.get('version') ?? query.get('versionDescriptor.version') ?? model.youngest);
  const item = model.treeAt(version).get(fold(path));
  if (version > model.youngest) return noSuchChangeset(version);
  if (item === undefined && path !== '$/') return noSuchItem(path);
  if (query.has('download')) {
    if (item?.content === null || item === undefined)
      return refusal(400, 'InvalidArgumentValueException', 'The item is a folder.');
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: item.content };
  }
  const shown: ModelItem[] =
    query.get('recursionLevel') === 'Full'
      ? model.below(path, version)
      : query.get('recursionLevel') === 'OneLevel'
        ? model.level(path, version)
        : item === undefined
          ? []
          : [item];
  return list(
    shown.map((one) =>
      itemJson(
        one,
        server.url,
        style,
        model.branches.some((branch) => branch.path === one.path),
      ),
    ),
  );
}

/** `labelItems.json`; `TfvcLabelRequestData.MaxItemCount` gives the items with the label. */
function labels(server: Answering, query: URLSearchParams, id: string | undefined, sub: string | undefined): Reply {
  const { model } = server;
  if (id === undefined) {
    const scope = fold(query.get('requestData.labelScope') ?? '$/');
    const shown = model.labels.filter((label) => fold(label.scope).startsWith(scope));
    return list(page(shown, query, 100).map((label) => labelJson(label, server.url)));
  }
  const label = model.labels.find((label) => label.id === Number(id));
  if (label === undefined) return refusal(404, 'LabelNotFoundException', `TF14060: Label ${id} not found.`);
  const json = ({ path, version, isFolder }: (typeof label.items)[number]) => ({
    version,
    path,
    ...(isFolder ? { isFolder: true } : {}),
    url: `${server.url}/_apis/tfvc/items/${encodeURI(path)}?versionType=Changeset&version=${version}`,
  });
  if (sub === 'items') return list(page(label.items, query, 1000).map(json));
  const most = Number(query.get('requestData.maxItemCount') ?? 0);
  const items = label.items.slice(0, most).map(json);
  return whole({ ...labelJson(label, server.url), ...(items.length === 0 ? {} : { items }) });
}

function page<One>(all: readonly One[], query: URLSearchParams, most: number): One[] {
  const skip = Number(query.get('$skip') ?? 0);
  return all.slice(skip, skip + Math.min(most, Number(query.get('$top') ?? 100)));
}
