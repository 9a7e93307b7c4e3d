/** Servers that speak otherwise: svnserve with SASL, Apache with the protocol of Subversion 1.6 and earlier. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDelayedLine } from '../../testing/delayed-line.ts';
import { freePort, listening } from '../../testing/ports.ts';
import { serveSvnHttp } from '../../testing/svn-http.ts';
import { subversionSource } from './index.ts';
import { failedChecks, type Imported, importAll, newContext } from './testing/import-all.ts';
import { makeRepository } from './testing/oracle.ts';
import { writeRandomHistory } from './testing/random-history.ts';

const USER = { username: 'änn', password: 'Paßwort 7 "x"' };
let folder = '';
let repository = '';
let direct: Imported;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-protocols-'));
  chmodSync(folder, 0o755);
  repository = makeRepository(folder, (dump) => writeRandomHistory(dump, 91, 80));
  direct = await importAll(folder, repository);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Debian's libsasl2-modules and libsasl2-modules-db; Perl's DB_File writes what saslpasswd2 of sasl2-bin would. */
function lackingForSasl(mechanism: string): string | null {
  const plugins = execFileSync('find', ['/usr/lib', '-path', '*/sasl2/*'], { encoding: 'utf8' });
  const plugin = `lib${mechanism.toLowerCase().replaceAll('-', '')}.so`;
  if (!plugins.includes(plugin) || !plugins.includes('libsasldb.so')) return `libsasl2-modules has no ${plugin} here`;
  if (!execFileSync('svnserve', ['--version'], { encoding: 'utf8' }).includes('SASL')) return 'svnserve knows no SASL';
  try {
    execFileSync('perl', ['-MDB_File', '-e', '1'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Perl has no DB_File here';
  }
}

async function serveWithSasl(mechanism: string, minEncryption: number) {
  const realm = 'gantry';
  const place = mkdtempSync(join(folder, 'sasl-'));
  const table = join(place, 'sasldb');
  execFileSync('perl', [
    ...['-MDB_File', '-e'],
    'tie(my %h, "DB_File", $ARGV[0], O_RDWR|O_CREAT, 0600, $DB_HASH) or die $!; $h{join(chr(0), @ARGV[1, 2], "userPassword")} = $ARGV[3]; untie %h',
    ...[table, USER.username, realm, USER.password],
  ]);
  const settings = [
    'pwcheck_method: auxprop',
    'auxprop_plugin: sasldb',
    `sasldb_path: ${table}`,
    `mech_list: ${mechanism}`,
  ];
  writeFileSync(join(place, 'svn.conf'), `${settings.join('\n')}\n`);
  writeFileSync(
    join(repository, 'conf/svnserve.conf'),
    `[general]\nanon-access = none\nauth-access = read\nrealm = ${realm}\n[sasl]\nuse-sasl = true\nmin-encryption = ${minEncryption}\nmax-encryption = 256\n`,
  );
  const port = await freePort();
  const args = [
    '-d',
    '--foreground',
    '--listen-host',
    '127.0.0.1',
    '--listen-port',
    String(port),
    '-r',
    dirname(repository),
  ];
  const server = spawn('svnserve', args, { env: { ...process.env, SASL_CONF_PATH: place }, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await listening(port);
  return {
    port,
    url: `svn://127.0.0.1:${port}/${basename(repository)}`,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}

test.for([
  // The connection itself is encrypted from the login on.
  { mechanism: 'DIGEST-MD5', minEncryption: 128 },
  { mechanism: 'CRAM-MD5', minEncryption: 0 },
  { mechanism: 'PLAIN', minEncryption: 0 },
])(
  'svn: with SASL ($mechanism), encryption of $minEncryption bits at least',
  async ({ mechanism, minEncryption }, { skip }) => {
    const lacking = lackingForSasl(mechanism);
    if (lacking !== null) return skip(lacking);
    const server = await serveWithSasl(mechanism, minEncryption);
    const line = await startDelayedLine(server.port, 2);
    try {
      const url = server.url.replace(String(server.port), String(line.port));
      const asked = newContext(folder);
      expect(await subversionSource.probe(url, asked)).toMatchObject({ kind: 'needs_auth', wrong_credentials: false });
      const wrong = await subversionSource.probe(url, { ...asked, credentials: { ...USER, password: 'wrong' } });
      expect(wrong).toMatchObject({ kind: 'needs_auth', wrong_credentials: true });
      const context = { ...newContext(folder), credentials: USER };
      expect(await subversionSource.probe(url, context)).toMatchObject({ kind: 'found', revision_count: 80 });
      const fetched = await subversionSource.fetch(url, context);
      const { layout } = direct;
      const mapped = await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
      expect(fetched.layout).toEqual(layout);
      expect(mapped.refs).toEqual(direct.mapped.refs);
      const staging = join(context.folder, 'staging.git');
      expect(await failedChecks({ ...direct, mapped, staging, context, address: url })).toEqual([]);
    } finally {
      await line.stop();
      await server.stop();
    }
  },
);

test('http with the protocol of Subversion 1.6 and earlier, at once and over a long line', async ({ skip }) => {
  if (!existsSync('/usr/lib/apache2/modules/mod_dav_svn.so')) return skip('there is no mod_dav_svn here');
  const place = join(folder, 'apache');
  const login = { name: 'ann', password: 'a password' };
  const server = await serveSvnHttp(place, repository, login, null, ['SVNAdvertiseV2Protocol off']);
  const line = await startDelayedLine(Number(new URL(server.url).port), 20);
  try {
    // What tells both protocols apart: the newer one names its resources in the answer to OPTIONS.
    const options = await fetch(server.url, {
      method: 'OPTIONS',
      headers: { authorization: `Basic ${btoa('ann:a password')}` },
    });
    expect(options.headers.get('svn-me-resource')).toBeNull();
    for (const url of [server.url, `http://127.0.0.1:${line.port}/svn`]) {
      const context = { ...newContext(folder), credentials: { username: 'ann', password: 'a password' } };
      expect(await subversionSource.probe(url, context)).toMatchObject({ kind: 'found', revision_count: 80 });
      await subversionSource.fetch(url, context);
      const { layout } = direct;
      const mapped = await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
      expect(mapped.refs).toEqual(direct.mapped.refs);
      const staging = join(context.folder, 'staging.git');
      expect(await failedChecks({ ...direct, mapped, staging, context, address: url })).toEqual([]);
    }
  } finally {
    await line.stop();
    await server.stop();
  }
});
