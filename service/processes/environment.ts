/**
 * Variables that a child process may inherit. Everything else stays here: tools read options from
 * their environment (GIT_*, SVN_*, HG*), and ours may hold secrets.
 */
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'SSH_AUTH_SOCK',
  'KRB5CCNAME',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  // Windows: without these, programs do not find their system libraries or the user's folder.
  'SystemRoot',
  'windir',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
  'ProgramData',
  'PATHEXT',
  'ComSpec',
] as const;

/**
 * Environment of a child process: the inherited whitelist, a fixed UTF-8 locale with English
 * messages (we parse them), then `extra`.
 */
export function childEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  environment.LC_ALL = 'C.UTF-8';
  environment.LANG = 'C.UTF-8';
  return { ...environment, ...extra };
}
