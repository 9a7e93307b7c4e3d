/** Turns what Subversion's programs say into a sentence for a person (their error codes: `svn_error_codes.h`). */
import { sshFailure } from '../program-failures.ts';
import { ImportFailure } from '../source.ts';

const AUTHENTICATION = /E170001|E215004|E170013.*authoriz|Authentication|authorization failed|No more credentials/i;
const UNREACHABLE =
  /E670002|E670003|E670008|E000111|E000113|E000110|E731001|E731004|Connection refused|timed out|Can't connect|Host not found|Name or service not known/i;
const NOT_FOUND =
  /E170000|E160013|E180001|E175009|E170004|E210005|E210004|E165000|E175002|E175003|E155007|E200029|E120171|E140001|Unable to open|No repository found|doesn't exist|Malformed/i;
const CERTIFICATE = /E230001|certificate/i;
const BROKEN_DATABASE = /E160004|E160006|E200014|Checksum mismatch/i;
const BROKEN_OFF =
  /E210002|E120106|E120108|E000104|E000032|closed unexpectedly|connection reset|broken pipe|Premature EOF|truncated/i;
/** An assertion of Subversion's own. */
const NO_SENSE = /E235000|assertion failed/i;
const NO_SPACE = /E000028|No space left/i;

/**
 * @param address without a password
 * @param stderr what the program said, without secrets
 */
export function toolFailure(command: string, address: string, stderr: string): ImportFailure {
  const detail = `${command}: ${stderr.trim()}`;
  const ssh = sshFailure(stderr, address);
  if (ssh !== null) return ssh;
  if (NO_SPACE.test(stderr))
    return new ImportFailure('disk_full', 'The disk is full. Free some space and start the import again.', detail);
  if (AUTHENTICATION.test(stderr)) {
    return new ImportFailure(
      'auth',
      `The Subversion server at ${address} did not accept the user name and password. Enter them again.`,
      detail,
    );
  }
  if (CERTIFICATE.test(stderr)) {
    return new ImportFailure(
      'unreachable',
      `The certificate of the server at ${address} is not trusted. Install its authority's certificate on this machine and try again.`,
      detail,
    );
  }
  if (BROKEN_DATABASE.test(stderr)) {
    return new ImportFailure(
      'broken_source',
      `The Subversion repository at ${address} is damaged. Run "svnadmin verify" on its server, then start the import again.`,
      detail,
    );
  }
  if (UNREACHABLE.test(stderr)) {
    return new ImportFailure(
      'unreachable',
      `No Subversion server answered at ${address}. Check the address and the network, then try again.`,
      detail,
    );
  }
  if (BROKEN_OFF.test(stderr)) {
    return new ImportFailure(
      'unreachable',
      `The connection to the Subversion server at ${address} broke off. Start again; what has arrived is kept.`,
      detail,
    );
  }
  if (NO_SENSE.test(stderr)) {
    return new ImportFailure(
      'broken_source',
      `Subversion can make no sense of what the server at ${address} answers. Ask its administrator.`,
      detail,
    );
  }
  if (NOT_FOUND.test(stderr)) {
    return new ImportFailure(
      'not_found',
      `There is no Subversion repository at ${address}. Check the address and try again.`,
      detail,
    );
  }
  return new ImportFailure('broken_source', `Subversion could not read ${address}: ${firstSentence(stderr)}`, detail);
}

function firstSentence(stderr: string): string {
  const line = stderr.split('\n').find((text) => /E\d{6}:/.test(text)) ?? stderr.split('\n')[0] ?? '';
  const text = line.replace(/^.*?E\d{6}: /, '').trim();
  if (text === '') return 'it ended without saying why. See the log and try again.';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
