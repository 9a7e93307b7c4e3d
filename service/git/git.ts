/** Runs git so that no configuration, hook or prompt of this machine changes what it does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileNow } from '../files/replace-file.ts';
import { runTool, type ToolOptions, type ToolRun } from '../processes/run.ts';
import { sshCommand, sshEnvironment } from '../ssh/ssh-command.ts';

/**
 * A file without contents, as git itself names it on every system: Git for Windows takes this name for its own (`mingw_access`,
 * `mingw_open` in compat/mingw.c) and ends with 128 for the system's, `\\\\.\\nul`.
 */
const NOTHING = '/dev/null';

/** Options before the subcommand: no hooks, no background upkeep that outlives the command, no foreign code. */
const CONFIGURATION = [
  `core.hooksPath=${NOTHING}`,
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.directory=*',
  'protocol.ext.allow=never',
  'advice.detachedHead=false',
  'credential.helper=',
  'core.askPass=',
  // Git for Windows alone knows it: paths of more than 260 characters (https://gitforwindows.org, "core.longpaths").
  'core.longpaths=true',
  // Default since 2.41, and then `index-pack -o` refuses names that do not end in `.idx` (`derive_filename`, builtin/index-pack.c).
  'pack.writeReverseIndex=false',
];

/** Variables for every git: no prompts, no configuration of the system or the user, only these transports. */
const ENVIRONMENT: Record<string, string> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'http:https:git:ssh:file',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: NOTHING,
  GIT_NO_REPLACE_OBJECTS: '1',
  // What git makes here: its version 3 has other defaults (Documentation/BreakingChanges, "Git 3.0").
  GIT_DEFAULT_HASH: 'sha1',
  GIT_DEFAULT_REF_FORMAT: 'files',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_SSH_VARIANT: 'ssh',
  // What is missing in a partial clone stays missing: its configuration could name any program to fetch with.
  GIT_NO_LAZY_FETCH: '1',
  // A small pack can hold an object of any size; git ends instead of taking more memory than this at once.
  GIT_ALLOC_LIMIT: '2g',
};

/**
 * What git flushes as it writes (git-config(1), `core.fsync`, since 2.36). Its own choice leaves out refs and loose objects, which
 * a power cut then leaves empty.
 */
const FLUSHED = {
  /** Everything that git can flush: for repositories that somebody relies on. */
  all: 'all',
  /** All but refs: for very many, whose packed file is flushed right after. (`all,-reference` would flush them: git adds last.) */
  objects: 'loose-object,pack,pack-metadata',
  /** Nothing: for repositories that are gone when the work ends. */
  nothing: 'none',
} as const;

export interface GitOptions extends Omit<ToolOptions, 'command'> {
  /** Default: all. */
  flush?: keyof typeof FLUSHED;
}

/** Starts git. `args` begins with the subcommand; addresses in it must stand behind `--`. */
export function runGit(options: GitOptions): ToolRun {
  const { flush = 'all', ...rest } = options;
  const settings = [...CONFIGURATION, `core.fsync=${FLUSHED[flush]}`, 'core.fsyncMethod=fsync'];
  const configuration = settings.flatMap((setting) => ['-c', setting]);
  return runTool({
    ...rest,
    command: 'git',
    args: [...configuration, ...options.args],
    env: { ...ENVIRONMENT, GIT_SSH_COMMAND: sshCommand(), ...sshEnvironment(), ...options.env },
  });
}

/** Options that hand git a user name and a password without showing them to `ps`. */
export interface GitCredentials {
  env: Record<string, string>;
  secrets: string[];
}

/**
 * Prepares credentials for `runGit`. Git asks a helper script (gitcredentials(7), GIT_ASKPASS), which
 * answers from its environment, and only for the host that the credentials were given for: a
 * redirect to another host gets nothing.
 * @param privateFolder directory of mode 0700 for the script
 * @param proxy a proxy that asks for a password, as git writes its host; the user name stands in the configuration
 */
export function gitCredentials(
  url: string,
  credentials: { username: string; password: string } | null,
  privateFolder: string,
  proxy: { host: string; password: string } | null = null,
): GitCredentials {
  if (credentials === null && proxy === null) return { env: {}, secrets: [] };
  mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  const script = join(privateFolder, 'git-askpass');
  replaceFileNow(script, ASKPASS, 0o700);
  return {
    env: {
      GIT_ASKPASS: script,
      GANTRY_ASKPASS_SERVERS: credentials === null ? '' : serversOf(url).join(' '),
      GANTRY_ASKPASS_USERNAME: loginName(credentials),
      GANTRY_ASKPASS_PASSWORD: credentials?.password ?? '',
      GANTRY_ASKPASS_PROXY: proxy?.host ?? '',
      GANTRY_ASKPASS_PROXY_PASSWORD: proxy?.password ?? '',
    },
    secrets: [credentials, proxy].flatMap((login) => (login === null ? [] : [login.password])),
  };
}

/** Whose login it is: a token may come without a name, and git sends no login that has none. */
export function loginName(credentials: { username: string; password: string } | null): string {
  const { username = '', password = '' } = credentials ?? {};
  return username === '' && password !== '' ? 'token' : username;
}

/** What git may call the server of an address: as the address is written, or as it is written usually. */
function serversOf(url: string): string[] {
  const [, scheme, host] = /^(https?):\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url) ?? [];
  if (scheme === undefined || host === undefined || !URL.canParse(url)) return [];
  return [...new Set([host, new URL(url).host])].map((name) => `${scheme.toLowerCase()}://${name}`);
}

/**
 * Prompts read `Username for 'https://host:port': ` and `Password for 'https://user@host:port': `, with a path behind the
 * host where git was told to look at paths. A user's name that holds a slash could hold another host.
 */
const ASKPASS = `#!/bin/sh
set -f
asked="\${1#*\\'}"
asked="\${asked%\\'*}"
scheme="\${asked%%://*}"
host="\${asked#*://}"
host="\${host%%/*}"
case "$1" in
  Username*) ;;
  Password*) host="\${host##*@}" ;;
  *) exit 1 ;;
esac
if [ -n "$GANTRY_ASKPASS_PROXY" ] && [ "$host" = "$GANTRY_ASKPASS_PROXY" ]; then
  case "$1" in
    Password*) printf '%s\\n' "$GANTRY_ASKPASS_PROXY_PASSWORD"; exit ;;
  esac
fi
for server in $GANTRY_ASKPASS_SERVERS; do
  own="\${server%%://*}://$GANTRY_ASKPASS_USERNAME@\${server#*://}"
  [ "$scheme://$host" = "$server" ] || [ "$asked" = "$own" ] || continue
  case "$1" in
    Username*) printf '%s\\n' "$GANTRY_ASKPASS_USERNAME"; exit ;;
    Password*) printf '%s\\n' "$GANTRY_ASKPASS_PASSWORD"; exit ;;
  esac
done
exit 1
`;
