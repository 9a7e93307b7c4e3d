import { pathWithPlaces } from './tool-places.ts';

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
  environment.PATH = pathWithPlaces(process.platform, process.env);
  environment.LC_ALL = localeOf(process.platform);
  environment.LANG = environment.LC_ALL;
  return { ...environment, ...extra };
}

/**
 * A locale of UTF-8 with English messages. macOS has no `C.UTF-8` before version 15: svn would then take paths for ASCII and
 * refuse others ("Can't convert string from 'UTF-8' to native encoding").
 */
export function localeOf(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
}
