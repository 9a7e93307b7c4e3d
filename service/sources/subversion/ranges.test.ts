import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../failures/failure.ts';
import { runTool, type ToolRun } from '../../processes/run.ts';
import { startDelayedLine } from '../../testing/delayed-line.ts';
import { serveSvnHttp } from '../../testing/svn-http.ts';
import { RangedDump } from './ranges.ts';
import { importAll } from './testing/import-all.ts';
import { makeRepository } from './testing/oracle.ts';
import { writeRandomHistory } from './testing/random-history.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-ranges-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('dumps of ranges', () => {
  /** Each number of a range in a line of its own, padded, behind what `script` does first. */
  function numbers(script: (first: number) => string, width = 1) {
    const begun: string[] = [];
    let running = 0;
    let most = 0;
    const begin = (first: number, last: number): ToolRun => {
      begun.push(`${first}-${last}`);
      most = Math.max(most, ++running);
      const args = ['-c', `${script(first)}\nseq -f %0${width}.0f ${first} ${last}`];
      const tool = runTool({ command: 'sh', args, onStdout: 'stream' });
      void tool.done.finally(() => running--).catch(() => undefined);
      return tool;
    };
    return { begin, begun, most: () => most };
  }

  async function textOf(dump: RangedDump): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of dump.pieces()) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  const expected = (last: number) => Array.from({ length: last }, (_, i) => `${i + 1}\n`).join('');

  it('are read in order, whichever ends first, with few at the same time', async () => {
    // The first waits until the second has ended.
    const mark = join(folder, 'second ended');
    const { begin, begun, most } = numbers((first) =>
      first === 1 ? `while [ ! -e '${mark}' ]; do sleep 0.01; done` : first === 126 ? `touch '${mark}'` : '',
    );
    const dump = new RangedDump({ first: 1, last: 1000, begin });
    expect(await textOf(dump)).toBe(expected(1000));
    expect(begun[0]).toBe('1-125');
    expect(most()).toBeLessThanOrEqual(8);
    expect(begun.length).toBeGreaterThan(6);
  });

  it('hold little of what is not read yet', async () => {
    // 20 MB and more a dump: a second one waits with what its turn has not come for.
    const { begin } = numbers(() => '', 800_000);
    const dump = new RangedDump({ first: 1, last: 400, begin });
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    let bytes = 0;
    for await (const piece of dump.pieces()) {
      bytes += piece.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(bytes).toBe(400 * 800_001);
    expect(most).toBeLessThan(130 << 20);
  });

  it('end all at once where the login is refused, and none is begun after it', async () => {
    const begun: number[] = [];
    const begin = (first: number): ToolRun => {
      begun.push(first);
      // The first is read while the second is refused.
      const args = ['-c', first === 1 ? 'echo some; sleep 30; echo more' : 'exit 1'];
      const failure = () => Failure.of('subversion.login_refused', { address: 'http://svn.example.com/r' });
      const tool = runTool({ command: 'sh', args, onStdout: 'stream', failure });
      tool.done.catch(() => undefined);
      return tool;
    };
    const at = performance.now();
    await expect(textOf(new RangedDump({ first: 1, last: 1000, begin }))).rejects.toMatchObject({
      key: 'subversion.login_refused',
    });
    expect(performance.now() - at).toBeLessThan(10_000);
    expect(begun.length).toBeLessThanOrEqual(4);
    expect(new Set(begun).size).toBe(begun.length);
  });

  it('are few where the server waits for no question: the first revisions show it', async () => {
    const streaming = numbers(() => '');
    expect(await textOf(new RangedDump({ first: 1, last: 1000, begin: streaming.begin, streamsWithin: 100_000 }))).toBe(
      expected(1000),
    );
    expect(streaming.begun).toEqual(['1-25', '26-1000']);
    const begun: string[] = [];
    const waiting = (first: number, last: number): ToolRun => {
      begun.push(`${first}-${last}`);
      const each = 'for n in $(seq $0 $1); do echo $n; sleep 0.02; done';
      return runTool({ command: 'sh', args: ['-c', each, String(first), String(last)], onStdout: 'stream' });
    };
    const dump = new RangedDump({ first: 1, last: 225, begin: waiting, streamsWithin: 100 });
    expect(await textOf(dump)).toBe(expected(225));
    expect(begun.slice(0, 2)).toEqual(['1-25', '26-50']);
    expect(begun.length).toBeGreaterThan(6);
  });

  it('that a server refuses are asked for again; one that breaks off in the middle ends all', async () => {
    const once = (first: number) => join(folder, `refused ${first}`);
    const refusing = numbers((first) =>
      first === 1 ? '' : `[ -e '${once(first)}' ] || { touch '${once(first)}'; exit 1; }`,
    );
    expect(await textOf(new RangedDump({ first: 1, last: 600, begin: refusing.begin }))).toBe(expected(600));
    expect(existsSync(once(76))).toBe(true);
    // Refused when its turn has come and everybody waits for it.
    const late = join(folder, 'refused late');
    const waiting = numbers((first) =>
      first === 1 ? `[ -e '${late}' ] || { sleep 0.2; touch '${late}'; exit 1; }` : '',
    );
    expect(await textOf(new RangedDump({ first: 1, last: 600, begin: waiting.begin }))).toBe(expected(600));
    // Once is a wish for fewer, twice is an answer.
    const never = numbers((first) => (first === 76 ? 'exit 1' : ''));
    await expect(textOf(new RangedDump({ first: 1, last: 600, begin: never.begin }))).rejects.toThrow(Failure);
    expect(never.begun.filter((range) => range.startsWith('76-'))).toHaveLength(2);

    const broken = numbers((first) => (first === 76 ? 'echo torn; [ -e never ] || exec sh -c "exit 7"' : ''));
    const dump = new RangedDump({ first: 1, last: 600, begin: broken.begin });
    await expect(textOf(dump)).rejects.toThrow(Failure);
    await dump.stop();
    await expect(dump.done()).rejects.toThrow(Failure);
  });
});

it('a history over a long line is the same as one from the folder', async () => {
  const repository = makeRepository(folder, (dump) => writeRandomHistory(dump, 77, 130));
  const direct = await importAll(folder, repository);
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const server = await serveSvnHttp(join(folder, 'apache'), repository, null);
  const line = await startDelayedLine(Number(new URL(server.url).port), 20);
  try {
    const far = await importAll(folder, `http://127.0.0.1:${line.port}/svn`);
    expect(far.mapped.refs).toEqual(direct.mapped.refs);
    expect(far.mapped.completeness).toEqual(direct.mapped.completeness);
  } finally {
    await line.stop();
    await server.stop();
  }
});
