/** The reader on archives that real tools wrote, and on hostile ones. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bomb, HOSTILE } from '../../testing/hostile-archives.ts';
import { paxMember, type RawMember, rawArchive, rawTar, SCHEMA } from '../../testing/tar-bytes.ts';
import { type ArchiveTotals, readArchive } from './read-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry reader '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function file(bytes: Buffer): string {
  made += 1;
  const path = join(folder, `${made}.tar.gz`);
  writeFileSync(path, bytes);
  return path;
}

interface Seen {
  totals: ArchiveTotals;
  files: Record<string, string>;
  records: [string, unknown[]][];
}

async function read(path: string, more: { expected?: ArchiveTotals['state'] } = {}): Promise<Seen> {
  const files: Record<string, string> = {};
  const records: [string, unknown[]][] = [];
  const totals = await readArchive(
    path,
    {
      signal: new AbortController().signal,
      ...(more.expected === undefined ? {} : { expected: more.expected }),
    },
    {
      records: (plural, list) => void records.push([plural, list]),
      file: ({ path: name }) => {
        let text = '';
        return {
          write: (chunk) => {
            text += chunk.toString();
          },
          end: () => {
            files[name] = text;
          },
        };
      },
    },
  );
  return { totals, files, records };
}

const LONG = `attachments/u/${'long-'.repeat(30)}.txt`;
const OTHER = 'attachments/u/Grüße.txt';

describe('archives of real tools', () => {
  const source = join(folder, 'source');
  mkdirSync(join(source, 'attachments/u'), { recursive: true });
  mkdirSync(join(source, 'repositories/a/r.git/objects'), { recursive: true });
  writeFileSync(join(source, 'schema.json'), '{"version":"1.1.0"}');
  writeFileSync(join(source, 'users_000001.json'), '[{"url":"x"}]');
  const big = 'some text '.repeat(200_000);
  writeFileSync(join(source, LONG), big);
  writeFileSync(join(source, OTHER), 'hello');
  writeFileSync(join(source, 'empty'), '');
  const expected = {
    files: { [LONG]: big, [OTHER]: 'hello', empty: '' },
    records: [['users', [{ url: 'x' }]]],
  };

  for (const format of ['gnu', 'pax', 'posix', 'ustar']) {
    for (const root of [['.'], ['attachments', 'empty', 'repositories', 'schema.json', 'users_000001.json']]) {
      it(`GNU tar, --format=${format}, ${root.length === 1 ? './x' : 'x'}`, async () => {
        made += 1;
        const path = join(folder, `${made}.tar.gz`);
        const names = format === 'ustar' ? ['--transform', 's/\\(long-\\)\\{19\\}/&\\//'] : [];
        execFileSync('tar', ['-czf', path, `--format=${format}`, ...names, '-C', source, ...root]);
        const found = await read(path);
        const files =
          format === 'ustar'
            ? { ...expected.files, [LONG.replace('long-'.repeat(19), `${'long-'.repeat(19)}/`)]: big }
            : expected.files;
        if (format === 'ustar') delete files[LONG];
        expect(found.files).toEqual(files);
        expect(found.records).toEqual(expected.records);
        expect(found.totals).toMatchObject({ version: '1.1.0', size: big.length + 5 + 13 + 19 });
      });
    }
  }

  it('several gzip members, at every kind of boundary', async () => {
    const tar = rawTar([SCHEMA, { name: 'attachments/u/a', content: 'x'.repeat(3000) }]);
    const cuts = [0, 1, 300, 512, 1000, 1024, 2048, 4000, tar.length];
    const parts = cuts.slice(1).map((end, i) => gzipSync(tar.subarray(cuts[i], end)));
    expect((await read(file(Buffer.concat(parts)))).files).toEqual({ 'attachments/u/a': 'x'.repeat(3000) });
    expect((await read(file(Buffer.concat([...parts, Buffer.alloc(512)])))).totals.unpacked).toBe(tar.length);
  });

  it('refs that differ in case, which git keeps apart', async () => {
    const refs = ['refs/heads/Fix', 'refs/heads/fix', 'refs/heads/fixes/a', 'refs/heads/Fixes/b'];
    const names = refs.map((ref) => `repositories/acme/widgets.git/${ref}`);
    const { files } = await read(file(rawArchive(names.map((name) => ({ name, content: 'a' })))));
    expect(Object.keys(files)).toEqual(names);
  });

  it('versions 1.x', async () => {
    for (const version of ['1.0.1', '1.1.0', '1.2.0', '1.99.3', '1.0.1-rc.1']) {
      const schema = { name: './schema.json', content: JSON.stringify({ version, github_sha: 'a'.repeat(40) }) };
      expect((await read(file(gzipSync(rawTar([schema]))))).totals.version).toBe(version);
    }
  });

  it('sizes in base 256 and in pax headers', async () => {
    const size = Buffer.alloc(12);
    size[0] = 0x80;
    size[11] = 5;
    const members: RawMember[] = [
      { name: 'attachments/u/a', content: 'aaaaa', size: size.toString('latin1') },
      paxMember({ path: 'attachments/u/é', size: '3', mtime: '1.5', comment: 'x' }),
      { name: 'short', content: 'bbb', size: 0 },
      paxMember({ comment: 'made by git' }, 'g'),
    ];
    expect((await read(file(rawArchive(members)))).files).toEqual({
      'attachments/u/a': 'aaaaa',
      'attachments/u/é': 'bbb',
    });
  });
});

describe('hostile archives are refused', () => {
  for (const { what, bytes, says } of HOSTILE) {
    it(what, async () => {
      const failure = await read(file(bytes)).then(
        () => null,
        (error: Error) => error,
      );
      expect(failure?.name).toBe('Failure');
      expect(failure?.message).toMatch(says);
      expect(failure?.message).toMatch(/^[A-Z/].*\.$/);
    });
  }

  it('a bomb', async () => {
    await expect(read(file(bomb()))).rejects.toThrow(/more than 250 times its size/);
  });

  it('records and schema files that fill the memory', async () => {
    const records = rawArchive([{ name: 'issues_000001.json', size: 65 << 20 }]);
    await expect(read(file(records))).rejects.toThrow(/larger than 64 MB/);
    const schema = gzipSync(rawTar([{ name: 'schema.json', content: ' '.repeat(70_000) }]));
    await expect(read(file(schema))).rejects.toThrow(/larger than 64 KB/);
  });

  it('a file that is another one than before', async () => {
    const path = file(rawArchive([]));
    const { state } = (await read(path)).totals;
    await read(path, { expected: state });
    utimesSync(path, 1, 1);
    await expect(read(path, { expected: state })).rejects.toThrow(/has changed since it was opened/);
  });

  it('a folder, and nothing at all', async () => {
    await expect(read(folder)).rejects.toThrow(/is a folder/);
    await expect(read(join(folder, 'none.tar.gz'))).rejects.toThrow(/does not exist/);
  });
});
