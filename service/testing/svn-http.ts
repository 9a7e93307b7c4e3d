/** Subversion over HTTP: Debian's Apache with mod_dav_svn, as most servers of the kind run. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, listening } from './ports.ts';

const MODULES = '/usr/lib/apache2/modules';
/** Debian keeps it where only root's PATH leads. */
const PROGRAM = '/usr/sbin/apache2';

export interface SvnHttp {
  /** The repository. */
  url: string;
  /** The same, through an address that the server answers with 301. */
  movedUrl: string;
  /** The list of all repositories of the folder that it lies in. */
  listUrl: string;
  /** The folder that it lies in, of which there is no list. */
  parentUrl: string;
  /** Over TLS; '' without it. */
  tlsUrl: string;
  /** Over TLS, for clients with a certificate. */
  strictUrl: string;
  stop(): Promise<void>;
}

export interface SvnHttpTls {
  /** Paths of PEM files. */
  certificate: string;
  key: string;
  /** Authority of the clients' certificates, and of nobody else's. */
  clientsOf: string;
}

/**
 * Serves one repository. Apache gives up being root, so what it reads is opened to all users.
 * @param folder an empty one for its configuration, inside of what `repository` lies in
 * @param user null lets everybody in
 * @param tls null serves plain HTTP only
 * @param directives more of mod_dav_svn's and mod_authz_svn's, each a line
 */
export async function serveSvnHttp(
  folder: string,
  repository: string,
  user: { name: string; password: string } | null,
  tls: SvnHttpTls | null = null,
  directives: readonly string[] = [],
): Promise<SvnHttp> {
  const port = await freePort();
  const [tlsPort, strictPort] = tls === null ? [0, 0] : [await freePort(), await freePort()];
  mkdirSync(folder, { recursive: true });
  chmodSync(dirname(repository), 0o755);
  chmodSync(folder, 0o755);
  execFileSync('chmod', ['-R', 'a+rX', repository]);
  if (user !== null) {
    const hash = execFileSync('openssl', ['passwd', '-apr1', '-stdin'], { input: user.password, encoding: 'utf8' });
    writeFileSync(join(folder, 'users'), `${user.name}:${hash}`);
    chmodSync(join(folder, 'users'), 0o644);
  }
  const modules = [
    'mpm_event',
    'authn_core',
    'authn_file',
    'authz_core',
    'authz_user',
    'auth_basic',
    'alias',
    'dav',
    'dav_svn',
    'authz_svn',
    ...(tls === null ? [] : ['socache_shmcb', 'ssl']),
  ];
  const login =
    user === null ? '' : `AuthType Basic\n  AuthName "svn"\n  AuthUserFile "${folder}/users"\n  Require valid-user`;
  const configuration = join(folder, 'httpd.conf');
  writeFileSync(
    configuration,
    `${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${folder}/pid"
ErrorLog "${folder}/errors.log"
Mutex "file:${folder}"
DocumentRoot "${folder}"
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
RedirectMatch permanent ^/old(.*)$ http://127.0.0.1:${port}/svn$1
<Location /svn>
  DAV svn
  SVNPath "${repository}"
  ${directives.join('\n  ')}
  ${login}
</Location>
<Location /all>
  DAV svn
  SVNParentPath "${dirname(repository)}"
  SVNListParentPath on
  ${directives.join('\n  ')}
  ${login}
</Location>
<Location /parent>
  DAV svn
  SVNParentPath "${dirname(repository)}"
  ${login}
</Location>
${tls === null ? '' : [tlsHost(tlsPort, tls, ''), tlsHost(strictPort, tls, `SSLVerifyClient require\n  SSLCACertificateFile "${tls.clientsOf}"\n  CustomLog "${folder}/clients.log" %{SSL_CLIENT_S_DN_CN}x`)].join('')}`,
  );
  const server = spawn(PROGRAM, ['-f', configuration, '-D', 'FOREGROUND'], { stdio: 'ignore' });
  const ended = new Promise<'ended'>((resolve) => server.once('exit', () => resolve('ended')));
  if ((await Promise.race([listening(port), ended])) === 'ended') throw new Error('Apache did not start');
  const url = `http://127.0.0.1:${port}`;
  return {
    url: `${url}/svn`,
    movedUrl: `${url}/old`,
    listUrl: `${url}/all`,
    parentUrl: `${url}/parent`,
    tlsUrl: tls === null ? '' : `https://127.0.0.1:${tlsPort}/svn`,
    strictUrl: tls === null ? '' : `https://127.0.0.1:${strictPort}/svn`,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

function tlsHost(port: number, { certificate, key }: SvnHttpTls, more: string): string {
  return `Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
  SSLEngine on
  SSLCertificateFile "${certificate}"
  SSLCertificateKeyFile "${key}"
  ${more}
</VirtualHost>
`;
}
