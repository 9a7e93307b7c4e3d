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
  'KRB5_CONFIG',
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
 * What glibc's `malloc` gives back at once it asks for again a moment later, and the kernel has to clear it: from 128 KB on it maps each
 * piece anew, and lets go of what is free above 128 KB (`mallopt(3)`). `git index-pack` of 10,000 trees of up to 340 KB took 8.7 s with
 * that, 2.6 s with these (32 MB is the most that glibc takes for the first), and 1.4 MB more. Other C libraries do not read them.
 */
const KEEPS_MEMORY = { MALLOC_MMAP_THRESHOLD_: `${32 << 20}`, MALLOC_TRIM_THRESHOLD_: `${64 << 20}` };

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
  if (process.platform === 'linux') Object.assign(environment, KEEPS_MEMORY);
  return { ...environment, ...extra };
}

/**
 * A locale of UTF-8 with English messages. macOS has no `C.UTF-8` before version 15: svn would then take paths for ASCII and
 * refuse others ("Can't convert string from 'UTF-8' to native encoding").
 */
export function localeOf(platform: NodeJS.Platform): string {
  return platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
}
