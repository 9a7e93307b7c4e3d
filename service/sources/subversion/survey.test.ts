/** A survey of a server that lists its files at once, and takes its time over each of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { surveySubversion } from './survey.ts';
import { newContext } from './testing/import-all.ts';

test('files that were listed are not said to be too many where externals take too long to ask for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-survey-'));
  const repository = makeSvnSource(folder, 'repository', projectHistory('', 3));
  const server = await serveSvn(folder, [repository], null);
  const line = createServer((client) => {
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
    // It is never answered what a single file has.
    client.on('data', (asked: Buffer) => void (asked.includes('( get-file ') || upstream.write(asked)));
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  try {
    const address = line.address();
    const url = `svn://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/repository`;
    const { privateFolder, signal } = newContext(folder);
    const job = { vcs: 'subversion' as const, url, credentials: null, project: null, privateFolder };
    const survey = await surveySubversion(job, signal);
    expect(survey.size).toBeGreaterThan(0);
    expect(survey.unknown.map(inEnglish)).toEqual([
      'Whether folders take in others from elsewhere (svn:externals) takes long to ask of this server. It is seen when they are fetched.',
    ]);
  } finally {
    await new Promise((done) => line.close(done));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
