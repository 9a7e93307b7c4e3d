import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveScratchBack, removeScratch, takeScratch } from '../../files/scratch.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { runInWorker } from '../../processes/workers.ts';
import { LARGE_FILE_BYTES } from '../../vocabulary/history.ts';
import { readCheckpoint } from '../folders/raw/checkpoint.ts';
import type { FetchInput, FetchMessage, FetchOutput } from './fetch-worker.ts';
import { subversionSource } from './index.ts';
import { svnInfo } from './svn-info.ts';
import { newContext } from './testing/import-all.ts';
import { expectedHistory, filesOf, makeRepository, rawCommits } from './testing/oracle.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-scratch-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')(
  'what is too large for memory is written to the disk, and nothing is lost or fetched twice',
  async () => {
    const repository = makeRepository(folder, (dump) => {
      dump.revision('Start').dir('trunk');
      for (let n = 1; n <= 20; n++) dump.revision(`small ${n}`).file(`trunk/f${n}`, `text ${n}\n`);
      // Nothing that a delta could leave out.
      const noise = Array.from({ length: 4000 }, (_, n) => Math.imul(n, 0x9e3779b1).toString(36)).join('\n');
      dump.revision('large').file('trunk/large', noise);
      dump.revision('after').file('trunk/after', 'x\n');
    });
    const data = join(folder, 'fetched');
    const context = newContext(folder, { home: join(data, 'imports/1') });
    const { signal, credentials, privateFolder } = context;
    const { uuid, youngest } = await svnInfo(context, `file://${repository}`);
    await createBareRepository(join(context.folder, 'staging.git'), 'main');
    const resumed: number[] = [];
    // As of a repository whose own files are not understood: only svnadmin writes files of its own.
    const input: FetchInput = {
      folder: context.folder,
      command: 'svnadmin',
      args: ['dump', '-q', '--deltas'],
      target: repository,
      repositoryPath: null,
      rootUrl: `file://${repository}`,
      folderOnly: false,
      credentials,
      privateFolder,
      password: null,
      youngest,
      uuid,
      askedFolder: '',
      textBytes: 48 << 20,
      largeFileBytes: LARGE_FILE_BYTES,
      answerMs: 0,
      silenceMs: null,
      scratchBytes: 4096,
    };
    const { layout } = await runInWorker<FetchInput, FetchOutput, FetchMessage>(
      import.meta.url,
      './fetch-worker',
      input,
      {
        signal,
        onMessage: (message) => {
          if (message.type === 'resumed') resumed.push(message.revision);
        },
      },
    );
    await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
    expect(resumed).toEqual([21]);
    expect(readCheckpoint(join(context.folder, 'fetch'))?.revision).toBe(23);
    const staging = join(context.folder, 'staging.git');
    expect(rawCommits(staging).map((commit) => filesOf(staging, commit))).toEqual(expectedHistory(repository));
    const taken = takeScratch(data);
    if (taken === null) return;
    expect(readdirSync(dirname(taken))).toHaveLength(1);
    giveScratchBack(taken);
    expect(existsSync(dirname(taken))).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'nobody else’s folder or link is used; what a killed engine left is removed',
  () => {
    const data = join(folder, 'data');
    const left = takeScratch(data);
    if (left === null) return;
    removeScratch(data);
    expect(readdirSync('/dev/shm')).not.toContain(dirname(left).split('/').at(-1));
    symlinkSync(folder, dirname(left));
    expect(takeScratch(data)).toBeNull();
    removeScratch(data);
    rmSync(dirname(left));
    execFileSync('mkdir', ['-m', '777', dirname(left)]);
    expect(takeScratch(data)).toBeNull();
    rmSync(dirname(left), { recursive: true });
    const taken = takeScratch(data);
    expect(taken).not.toBeNull();
    if (taken !== null) giveScratchBack(taken);
  },
);
