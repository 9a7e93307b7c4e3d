/** git-lfs at `<clone_url>/info/lfs`. */
import { join } from 'node:path';
import { lfsFolder } from '../lfs/convert/publish-objects.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import { answerBatch, OID, readBatch } from './lfs-batch.ts';
import { sendObject, storeObject } from './lfs-transfer.ts';
import { LFS_TYPE, Refusal } from './refusal.ts';
import { requireFree, type Want } from './rights.ts';
import type { DoorRooms } from './rooms.ts';
import type { Visit } from './visit.ts';

/** @throws Refusal where the visitor may not do that */
export type Find = (want: Want) => { row: RepositoryRow; path: string };

/** Where contents are written until they are whole. */
export function unfinishedFolder(dataFolder: string): string {
  return join(dataFolder, 'git-http', 'unfinished');
}

/**
 * Answers a request.
 * @param what what is asked for, behind `info/lfs/`
 * @throws Refusal
 */
export async function answerLfs(rooms: DoorRooms, visit: Visit, what: string, find: Find): Promise<void> {
  const { method } = visit;
  const [, oid] = /^objects\/([\da-f]{64})$/.exec(what) ?? [];
  if (what === 'objects/batch' && method === 'POST') return batch(rooms, visit, find);
  if (oid !== undefined && (method === 'GET' || method === 'HEAD')) {
    return sendObject(visit.incoming, visit.outgoing, lfsFolder(find('read').path), oid);
  }
  if (oid !== undefined && method === 'PUT') return store(rooms, visit, oid, find);
  // Clients go on without locks where there are none (git-lfs, docs/api/locking.md).
  find('read');
  throw new Refusal(what.startsWith('locks') ? 501 : 404, 'This part of the API of git-lfs is not offered here.');
}

async function batch(rooms: DoorRooms, visit: Visit, find: Find): Promise<void> {
  const { incoming, outgoing, visitor } = visit;
  // Who may not even read hears so before the body is.
  const { row, path } = find('read');
  const asked = await readBatch(incoming);
  if (asked.operation === 'upload') {
    find('push');
    requireFree(rooms, row);
  }
  const use = asked.operation === 'upload' ? 'store' : 'clone';
  const token = visitor.kind === 'account' ? rooms.cloneTokens.make(row.id, use, visitor) : null;
  const [base] = (incoming.url ?? '').split('/info/lfs/');
  const answer = await answerBatch(asked, {
    folder: lfsFolder(path),
    address: `${visit.origin}${base}/info/lfs/objects`,
    authorization: token === null ? (incoming.headers.authorization ?? null) : basic(token),
  });
  outgoing.writeHead(200, { 'Content-Type': LFS_TYPE, 'Cache-Control': 'no-store' });
  outgoing.end(JSON.stringify(answer));
}

function basic(token: string): string {
  return `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
}

async function store(rooms: DoorRooms, visit: Visit, oid: string, find: Find): Promise<void> {
  const { row, path } = find('store');
  const announced = visit.query.get('size');
  if (!OID.test(oid) || (announced !== null && !/^\d{1,15}$/.test(announced))) throw new Refusal(422, 'Not a size.');
  requireFree(rooms, row);
  const end = rooms.pushes.begin(row.id);
  try {
    await storeObject({
      ...{ body: visit.incoming, unfinished: unfinishedFolder(rooms.dataFolder), folder: lfsFolder(path), oid },
      size: announced === null ? null : Number(announced),
    });
  } finally {
    end();
  }
  visit.outgoing.writeHead(200).end();
}
