/** The one way in which git, svn and hg call ssh: the person's own agent and keys, no questions, no unknown server. */
import { tellThreads, toldToThreads } from '../processes/told-to-threads.ts';

/** Key of what threads are told. */
const FILE_KEY = 'known-hosts';
/** A child's variable that names our file: ssh expands it (ssh_config(5), since OpenSSH 8.4), whatever its path holds. */
const VARIABLE = 'GANTRY_KNOWN_HOSTS';

const OPTIONS = [
  'BatchMode=yes',
  'StrictHostKeyChecking=yes',
  'ConnectTimeout=20',
  'ServerAliveInterval=20',
  'ServerAliveCountMax=3',
  // A person's own file may hold what is for terminals and breaks what these programs say (scp gives the same), or hides why it ended.
  'RequestTTY=no',
  'RemoteCommand=none',
  'ClearAllForwardings=yes',
  'LogLevel=INFO',
];

/** Says where the keys are kept that were accepted here. Call it before the first child starts. */
export function readKnownHostsFrom(file: string): void {
  tellThreads(FILE_KEY, file);
}

/** Options of an `ssh` that is started without a shell. Its environment must hold `sshEnvironment()`. */
export function sshArguments(): string[] {
  const options = OPTIONS.flatMap((option) => ['-o', option]);
  // The person's own files come first; these are ssh's defaults.
  const files = `~/.ssh/known_hosts ~/.ssh/known_hosts2 \${${VARIABLE}}`;
  return knownHostsFile() === null ? options : [...options, '-o', `UserKnownHostsFile=${files}`];
}

/**
 * The command with its options, as a shell and Subversion read it. Its environment must hold `sshEnvironment()`.
 * @param shell Git for Windows brings a `sh`, Subversion cuts the line itself (`apr_tokenize_to_argv`); Mercurial hands it to
 *   the system's shell, and `cmd` knows double quotes only
 */
export function sshCommand(shell: 'sh' | 'cmd' = 'sh'): string {
  const quote = shell === 'cmd' ? '"' : "'";
  const words = sshArguments().map((argument) => (/[ ~$]/.test(argument) ? quote + argument + quote : argument));
  return ['ssh', ...words].join(' ');
}

export function sshEnvironment(): Record<string, string> {
  const file = knownHostsFile();
  return file === null ? {} : { [VARIABLE]: file };
}

function knownHostsFile(): string | null {
  const file = toldToThreads(FILE_KEY);
  return typeof file === 'string' ? file : null;
}
