/** `/archives/{guid}.tar.gz`: the signed address of an archive. Who holds it needs nothing else. */

import { type FileHandle, open } from 'node:fs/promises';
import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { PUBLIC } from '../shared/access.ts';
import { ApiError, errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';

const FILE = /^([\da-f-]{36})\.tar\.gz$/;
/** Bytes read at a time. */
const PIECE = 256 << 10;
const EXPIRED = say('This address is not valid, or not any more: it holds for 300 seconds. Ask for the archive again.');

const bytes = { description: 'The archive.', content: { 'application/x-gzip': { schema: z.string() } } };
const downloadRoute = operation({
  method: 'get',
  path: '/archives/{file}',
  access: PUBLIC,
  resource: 'Account',
  category: 'uncounted',
  summary: 'An archive, or a range of it. The address comes from a migration and is valid for 300 seconds.',
  request: {
    params: z.object({ file: z.string().openapi({ example: '0b989ba4-242f-11e5-81e1-c7b6966d2516.tar.gz' }) }),
    query: z.object({ expires: z.string().optional(), signature: z.string().optional() }),
  },
  responses: {
    200: bytes,
    206: { ...bytes, description: 'The range that was asked for.' },
    416: { description: 'The archive has no such range.' },
    ...errorResponses(403, 404),
  },
});

export function archiveDownloadRoutes(engine: Rooms<'migrations'>) {
  const { migrations } = engine;
  return router().on(downloadRoute, async (c) => {
    const guid = FILE.exec(c.req.valid('param').file)?.[1];
    if (guid === undefined) throw notFound();
    const { expires = '', signature = '' } = c.req.valid('query');
    if (!migrations.addresses.isValid(guid, expires, signature)) throw new ApiError(403, EXPIRED);
    const row = migrations.byGuid(guid);
    const path = row === undefined ? null : migrations.archives.find(row);
    if (row === undefined || path === null) throw notFound();
    const file = await open(path, 'r');
    const { size } = await file.stat();
    const etag = `"${row.archive_sha256}"`;
    const headers = {
      'Content-Type': 'application/x-gzip',
      'Content-Disposition': `attachment; filename=${guid}.tar.gz`,
      'Accept-Ranges': 'bytes',
      ETag: etag,
    };
    const condition = c.req.header('if-range');
    const range = condition === undefined || condition === etag ? readRange(c.req.header('range'), size) : null;
    if (range === 'unsatisfiable') {
      await file.close();
      return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
    }
    const { first, last } = range ?? { first: 0, last: size - 1 };
    const answer = {
      ...headers,
      'Content-Length': String(last - first + 1),
      ...(range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }),
    };
    const status = range === null ? 200 : 206;
    if (c.req.method === 'HEAD') {
      await file.close();
      return c.body(null, status, answer);
    }
    return c.body(streamOf(file, first, last), status, answer);
  });
}

/** One range of RFC 9110; null for none, several, or what is no range, which get the whole. */
function readRange(header: string | undefined, size: number): { first: number; last: number } | 'unsatisfiable' | null {
  const [, start = '', end = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (start === '' && end === '') return null;
  if (start === '') {
    return Number(end) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(end)), last: size - 1 };
  }
  if (end !== '' && Number(end) < Number(start)) return null;
  if (Number(start) >= size) return 'unsatisfiable';
  return { first: Number(start), last: end === '' ? size - 1 : Math.min(Number(end), size - 1) };
}

/** Reads when somebody takes; the file is closed at the end, at an error and when the taker goes away. */
function streamOf(file: FileHandle, first: number, last: number): ReadableStream<Uint8Array> {
  let at = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = new Uint8Array(Math.min(PIECE, last - at + 1));
          const { bytesRead } = await file.read(piece, 0, piece.length, at);
          if (bytesRead === 0) throw new Error('the archive became shorter while it was sent');
          at += bytesRead;
          controller.enqueue(piece.subarray(0, bytesRead));
          if (at <= last) return;
          await file.close();
          controller.close();
        } catch (error) {
          await file.close();
          controller.error(error);
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 1 },
  );
}
