/** Servers that pack their answers otherwise than they were asked to, or than they say. */
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask, bytesOf } from './client.ts';
import type { NetworkTrouble } from './trouble.ts';

/** What is read of an answer. */
async function bodyOf(headers: OutgoingHttpHeaders, body: Buffer): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  try {
    const answer = await ask({ method: 'GET', url, headers: {}, signal: new AbortController().signal });
    return String(await bytesOf(answer, 1 << 20));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each<[string, Buffer]>([
  ['gzip', gzipSync('hello')],
  ['gzip, gzip', gzipSync(gzipSync('hello'))],
  ['br', brotliCompressSync('hello')],
  ['deflate, zstd', zstdCompressSync(deflateSync('hello'))],
  ['aws-chunked', Buffer.from('hello')],
  ['identity', Buffer.from('hello')],
])('a body that came as %s is unpacked', async (way, body) => {
  expect(await bodyOf({ 'content-encoding': way }, body)).toBe('hello');
});

test.each<[string, Buffer, NetworkTrouble['fact']]>([
  ['gzip', Buffer.from('hello'), 'bad_packing'],
  ['gzip', gzipSync('hello').subarray(0, -3), 'connection_broke'],
  ['br', Buffer.from('garbage, garbage'), 'bad_packing'],
  ['zstd', Buffer.from('hello, hello'), 'bad_packing'],
  ['compress', Buffer.from('hello'), 'bad_packing'],
  [Array(9).fill('gzip').join(), Buffer.from('hello'), 'bad_packing'],
])('a body that is not whole as %s is not taken for one: %#', async (way, body, fact) => {
  await expect(bodyOf({ 'content-encoding': way }, body)).rejects.toMatchObject({ fact });
});

test('of nothing it does not matter how it would be packed', async () => {
  expect(await bodyOf({ 'content-encoding': 'gzip', 'content-length': '0' }, Buffer.alloc(0))).toBe('');
});
