/** What programs said in each of these situations, word for word (git 2.39 with GnuTLS, Subversion 1.14, Mercurial 6.3). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyNetwork } from './current.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';
import { outputTrouble } from './tool-output.ts';

const URL_ASKED = 'https://code.example/r';
const svn = (line: string) => `svn: E170013: Unable to connect to a repository at URL '${URL_ASKED}'\nsvn: ${line}`;
const git = (line: string) => `fatal: unable to access '${URL_ASKED}': ${line}`;
const gitSaid = (line: string, fact: string): [string, string] => [git(line), fact];
const svnSaid = (line: string, fact: string): [string, string] => [svn(line), fact];

function said(proxy: Partial<NetworkSettings['proxy']>): void {
  const network = { ...DEFAULT_NETWORK, proxy: { ...DEFAULT_NETWORK.proxy, ...proxy } };
  applyNetwork({ ...network, proxyPassword: null, authoritiesFolder: null });
}
afterAll(() => said({}));

describe('directly', () => {
  beforeAll(() => said({ mode: 'none' }));
  const verification = 'E230001: Server SSL certificate verification failed:';
  test.each([
    svnSaid(`${verification} issuer is not trusted`, 'certificate_unknown'),
    svnSaid(
      `${verification} certificate issued for a different hostname, issuer is not trusted`,
      'certificate_unknown',
    ),
    svnSaid(
      `${verification} certificate has expired, certificate issued for a different hostname`,
      'certificate_expired',
    ),
    svnSaid(`${verification} certificate issued for a different hostname`, 'certificate_name'),
    svnSaid('E120171: Error running context: An error occurred during SSL communication', 'tls_failed'),
    gitSaid('server certificate verification failed. CAfile: none CRLfile: none', 'certificate_unverified'),
    gitSaid("SSL: certificate subject name (x) does not match target host name 'code.example'", 'certificate_name'),
    gitSaid('SSL certificate problem: unable to get local issuer certificate', 'certificate_unknown'),
    gitSaid('SSL certificate problem: certificate has expired', 'certificate_expired'),
    gitSaid('GnuTLS recv error (-12): A TLS fatal alert has been received.', 'tls_failed'),
    gitSaid('gnutls_handshake() failed: An unexpected TLS packet was received.', 'no_tls'),
    [
      'abort: error: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:992)',
      'certificate_unknown',
    ],
    [
      'abort: error: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:992)',
      'certificate_expired',
    ],
    ['abort: code.example certificate error: certificate is for x.example', 'certificate_name'],
    [
      'abort: error: [SSL: TLSV13_ALERT_CERTIFICATE_REQUIRED] tlsv13 alert certificate required',
      'client_certificate_wanted',
    ],
    ['abort: error: [SSL: TLSV1_ALERT_UNKNOWN_CA] tlsv1 alert unknown ca (_ssl.c:2580)', 'client_certificate_wanted'],
    ['abort: error: [SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:992)', 'no_tls'],
  ])('%s', (stderr, fact) => expect(outputTrouble(stderr, URL_ASKED)).toMatchObject({ fact, hop: 'certificate' }));

  test.each([
    git('Could not resolve host: code.example'),
    svn('E000111: Error running context: Connection refused'),
    svn("E170001: Authentication failed: the user 'certificate' is unknown"),
    'abort: HTTP Error 407: Proxy Authentication Required',
  ])('left to others: %s', (stderr) => expect(outputTrouble(stderr, URL_ASKED)).toBeNull());

  test('a word in an address of another kind is none of these', () => {
    expect(outputTrouble('SSL certificate problem: certificate has expired', 'svn://code.example/r')).toBeNull();
  });
});

describe('through a proxy', () => {
  beforeAll(() => said({ mode: 'manual', address: 'http://proxy.example:3128' }));
  test.each([
    gitSaid('CONNECT tunnel failed, response 407', 'proxy_login_wanted'),
    gitSaid('CONNECT tunnel failed, response 403', 'proxy_refused'),
    gitSaid('CONNECT tunnel failed, response 500', 'proxy_gateway'),
    gitSaid('The requested URL returned error: 407', 'proxy_login_wanted'),
    gitSaid('Received HTTP code 503 from proxy after CONNECT', 'proxy_gateway'),
    gitSaid('Proxy CONNECT aborted', 'proxy_closed'),
    gitSaid('Could not resolve proxy: proxy.example', 'proxy_not_found'),
    gitSaid("Failed to connect to proxy.example port 3128 after 0 ms: Couldn't connect to server", 'proxy_unreachable'),
    svnSaid('E215004: Proxy authentication failed', 'proxy_login_wanted'),
    svnSaid(
      'E120107: Error running context: The proxy server returned an error while setting up the SSL tunnel.',
      'proxy_closed',
    ),
    svnSaid("E670002: Could not resolve proxy server 'proxy.example': Name or service not known", 'proxy_not_found'),
    svnSaid('E000111: Error running context: Connection refused', 'proxy_unreachable'),
    ['abort: error: Tunnel connection failed: 407 Proxy Authentication Required', 'proxy_login_wanted'],
    ['abort: error: Tunnel connection failed: 500 Unable to connect', 'proxy_gateway'],
    ['abort: HTTP Error 407: Proxy Authentication Required', 'proxy_login_wanted'],
    ['abort: error: Connection refused', 'proxy_unreachable'],
    ['abort: error: Name or service not known', 'proxy_not_found'],
  ])('%s', (stderr, fact) => {
    const trouble = outputTrouble(stderr, URL_ASKED);
    expect(trouble).toMatchObject({ fact, hop: 'proxy' });
    expect(trouble?.message).toContain('http://proxy.example:3128');
  });
});

describe('through a proxy that git knows and Gantry’s own client does not', () => {
  beforeAll(() => {
    said({ mode: 'system' });
    vi.stubEnv('https_proxy', 'socks5h://proxy.example');
  });
  afterAll(() => vi.unstubAllEnvs());

  test.each(["repository 'https://code.example/r/' not found", 'Authentication failed', 'the remote end hung up'])(
    'left to others: %s',
    (line) => expect(outputTrouble(git(line), URL_ASKED)).toBeNull(),
  );

  test('what the proxy is to blame for is told', () => {
    const line = "Failed to connect to proxy.example port 1080 after 0 ms: Couldn't connect to server";
    const trouble = outputTrouble(git(line), URL_ASKED);
    expect(trouble).toMatchObject({ fact: 'proxy_unreachable', parameters: { proxy: 'socks5h://proxy.example:1080' } });
  });
});
