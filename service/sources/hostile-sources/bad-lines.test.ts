/** Servers that stall, and lines that are cut or garbled at any byte: a sentence in time, and nothing half taken for whole. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveGitDaemon } from '../../testing/git-daemon.ts';
import { serveGitHttp } from '../../testing/git-http.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { random } from '../../testing/random.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { gitSource } from '../git/index.ts';
import { mercurialSource } from '../mercurial/index.ts';
import { HgWorkspace } from '../mercurial/testing/hg.ts';
import { serveHg } from '../mercurial/testing/serve-hg.ts';
import type { Source } from '../source.ts';
import { subversionSource } from '../subversion/index.ts';
import { type BadLink, startBadLink } from './testing/bad-link.ts';
import { contextIn, expectSentence, failureOf } from './testing/fetching.ts';

const SEED = 20_260_501;
const CUTS = 6;
const SILENCE_MS = 1200;

interface Line {
  source: Source;
  port: number;
  /** Address of the repository through a proxy. */
  url(port: number): string;
  stop(): unknown;
}

const portOf = (url: string) => Number(new URL(url).port);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry bad lines '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function svnLine(): Promise<Line> {
  const path = makeSvnSource(folder, 'svn', projectHistory('', 20));
  const server = await serveSvn(folder, [path], null);
  return {
    source: subversionSource,
    port: portOf(server.url),
    url: (port) => `svn://127.0.0.1:${port}/svn`,
    stop: server.stop,
  };
}

async function httpLine(): Promise<Line> {
  makeGitSource(folder, 'http.git', historyStream(40));
  const server = await serveGitHttp(folder, null);
  return {
    source: gitSource,
    port: portOf(server.url),
    url: (port) => `http://127.0.0.1:${port}/http.git`,
    stop: server.stop,
  };
}

async function daemonLine(): Promise<Line> {
  makeGitSource(folder, 'daemon.git', historyStream(40));
  const { port, stop } = await serveGitDaemon(folder);
  return { source: gitSource, port, url: (proxy) => `git://127.0.0.1:${proxy}/daemon.git`, stop };
}

async function hgLine(): Promise<Line> {
  const hg = new HgWorkspace(join(folder, 'hg'));
  for (let n = 0; n < 6; n++) {
    hg.write(`file${n}`, `${n}\n`.repeat(300));
    hg.commit(`change ${n}`);
  }
  const server = await serveHg(hg.path);
  return {
    source: mercurialSource,
    port: portOf(server.url),
    url: (port) => `http://127.0.0.1:${port}/`,
    stop: server.stop,
  };
}

describe.each([
  ['svn://', svnLine],
  ['git://', daemonLine],
  ['Git over HTTP', httpLine],
  ['Mercurial over HTTP', hgLine],
] as const)('%s', (name, open) => {
  let line: Line;
  let link: BadLink;
  let whole = 0;
  let imports = 0;
  const newContext = (silenceMs?: number) =>
    contextIn(join(folder, `${name.replaceAll(/\W/g, '')}-${imports++}`), silenceMs);

  beforeAll(async () => {
    line = await open();
    link = await startBadLink(line.port);
    void link.next('good');
    expect(await failureOf(line.source, line.url(link.port), newContext())).toBeNull();
    whole = link.sent();
  });
  afterAll(async () => {
    await link.stop();
    await line.stop();
  });

  it(`that is cut at any byte ends in a sentence (seed ${SEED})`, async () => {
    const chance = random(SEED);
    for (let n = 0; n < CUTS; n++) {
      const at = Math.floor(chance() * (whole - 40));
      void link.next('cut', at);
      const failure = await failureOf(line.source, line.url(link.port), newContext());
      expectSentence(failure, `cut after ${at} of ${whole} bytes`);
    }
  });

  it(`that garbles a byte ends in a sentence or in a whole history (seed ${SEED})`, async () => {
    const chance = random(SEED + 1);
    for (let n = 0; n < CUTS; n++) {
      const at = Math.floor(chance() * whole);
      void link.next('flip', at);
      const context = newContext();
      const failure = await failureOf(line.source, line.url(link.port), context);
      if (failure !== null) {
        expectSentence(failure, `byte ${at} of ${whole}`);
        continue;
      }
      // No ref names what was mapped until it is published.
      const fsck = ['-C', join(context.folder, 'staging.git'), 'fsck', '--full', '--no-dangling'];
      expect(execFileSync('git', fsck).toString()).toBe('');
    }
  });

  it('that stalls ends within the limit of silence, and leaves nothing behind', async () => {
    for (const part of [0.3, 0.9]) {
      void link.next('stall', Math.floor(whole * part));
      const context = newContext(SILENCE_MS);
      const failure = await failureOf(line.source, line.url(link.port), context);
      expectSentence(failure, `stalled after ${part} of ${whole} bytes`);
      expect(failure?.kind).toBe('unreachable');
      // Of what was never answered half of it is enough.
      expect(failure?.message).toMatch(/sent nothing for (0\.6|1\.2) seconds/);
      expect(existsSync(join(context.folder, 'source'))).toBe(false);
    }
  });
});
