/** Turns what Subversion's programs say into a sentence for a person (their error codes: `svn_error_codes.h`). */
import { Failure } from '../../failures/failure.ts';
import { ownWords } from '../../failures/own-words.ts';
import { quotable } from '../../failures/quotable.ts';
import { otherProgram, sshFailure, statusFailure } from '../../network/program-failures.ts';
import { outputTrouble } from '../../network/tool-output.ts';
import { withoutGreeting } from '../../ssh/greeting.ts';

const AUTHENTICATION = /E170001|E215004|E170013.*authoriz|Authentication|authorization failed|No more credentials/i;
/** Where the server wants SASL, and the machine has none of the ways that it offers (`SVN_ERR_RA_SVN_NO_MECHANISMS`; older ones by their words). */
/** What svnserve says where its SASL has no way that keeps to its own settings (svnserve/cyrus_auth.c). */
const NONE_OFFERED = /Could not obtain the list of SASL mechanisms/;
const NO_MECHANISM = /E210007|Cannot negotiate authentication mechanism/;
/** svnserve has no way to sign in that it could offer (serve.c, `auth_request`). */
const NO_LOGIN_KNOWN = /E170001: No access allowed to this repository/;
/** The login is known, and may not read what was asked for. */
const FORBIDDEN = /E170001: Authorization failed|E175013|E220001/;
/** What mod_dav_svn forbids at the first request, OPTIONS: also of the folder of its repositories (`SVNParentPath`), whoever asks. */
const SHUT = /E170013[\s\S]*E175013/;
/** Of mod_dav_svn, whatever the number of the system's error before it: there is no such folder, or it is not for the server to open. */
const NONE_THERE = /Could not find the requested SVN filesystem/;
const NOT_OPENED_THERE = /Could not open the requested SVN filesystem/;
/** An address that svn asks nobody about: it has ".." or an escape that is none. */
const NO_ADDRESS = /E125002/;
// Of apr's numbers those of Linux, macOS and Windows (10051, 10060, 10061 and 10065 behind 720000).
const UNREACHABLE =
  /E000051|E000065|E000101|E730051|E730060|E730061|E730065|Network is unreachable|No route to host|E670002|E670003|E670008|E000111|E000113|E000110|E731001|E731004|Connection refused|timed out|Can't connect|Host not found|Name or service not known/i;
const NOT_FOUND =
  /E170000|E160013|E180001|E170004|E210005|E210004|E165000|E175002|E155007|E200029|E120171|Unable to open|No repository found|doesn't exist|Malformed/i;
/** An answer with 200 that is no answer of mod_dav_svn: proxies and portals send their page to sign in so. */
const WEB_PAGE = /E175003|E175009|E130003/;
/**
 * What mod_dav_svn 1.14 sends of an author in Latin-1, or a message with U+FFFF, is no XML, and svn stops there; over svn:// both come. A
 * page with a script in it is read so as well.
 */
const NOT_XML = /E130003[\s\S]*not well-formed/;
/** The answer ended before it was whole: a proxy or the server gave up (expat's words). */
const CUT_ANSWER = /E130003[\s\S]*(?:no element found|unclosed token)/;
/** Of APR's pools and of expat's. */
const OUT_OF_MEMORY = /Out of memory - terminating application|Malformed XML: out of memory/;
const CERTIFICATE = /E230001|certificate/i;
/** A text, a node a list of properties or a number that cannot be read (`SVN_ERR_SVNDIFF_*`, `SVN_ERR_FS_MALFORMED_NODEREV_ID`, `SVN_ERR_MALFORMED_FILE`, `SVN_ERR_REVNUM_PARSE_FAILURE`), too. */
const BROKEN_DATABASE = /E14000[0-2]|E160004|E160006|E160062|E200002|E200014|E200022|Checksum mismatch/i;
const BROKEN_OFF =
  /E210002|E730053|E730054|forcibly closed|E120106|E120108|E000104|E000032|closed unexpectedly|connection reset|broken pipe|Premature EOF|truncated/i;
/**
 * No answer came to a question in the middle of a session: the line was closed, or the login that was taken before is refused now,
 * of which svn 1.14.2 says no more. A new session says which.
 */
const NO_STATUS = /E175002: Unexpected HTTP status 0 '/;
/** A tunnel that ended before svnserve greeted (`libsvn_ra_svn/client.c`, `open_session`). */
const NOT_OPENED = /E170013[\s\S]*E210002: Network connection closed unexpectedly/;
/** A web server that knows no OPTIONS of a path, or refuses it (405): nothing of Subversion is behind it. */
const NO_WEBDAV = /E170013[\s\S]*(?:E200007|E175015)/;
/** An assertion of Subversion's own. */
const NO_SENSE = /E235000|assertion failed/i;
/** Of the folder (`check_repos_version` in repos.c) or of its database (`check_format` in fs_fs/fs.c), up to which it is read and as which it is. */
const OTHER_FORMAT = /Expected (?:repository|FS) format [^\n]*?'(\d+)'; (?:found format|format is) '(\d+)'/;
/**
 * A folder that is a repository's, and is not opened: of one that is none Subversion says no more than the first of these lines
 * (`svn_ra_local__split_URL`). Whose files may not be read is told by who looks at them.
 */
const NOT_OPENED_HERE =
  /E180001: Unable to open repository [^\n]*\n\S+: E(?!000013|720005)\d{6}: |E(?!000013|720005)\d{6}: Can't (?:open|read) file '[^\n']*[\\/]db[\\/]/;
/** Of whatever number; a Subversion that was built without it does not find its module, or does not know the name (libsvn_fs/fs-loader.c). */
const BERKELEY_DB = /^svn\w*: E\d{6}: Berkeley DB error for filesystem |FS type 'bdb'/m;
const NO_SPACE = /E000028|No space left/i;

/**
 * @param address without a password
 * @param output what the program said, without secrets
 */
export function toolFailure(command: string, address: string, output: string): Failure {
  const detail = `${command}: ${output.trim()}`;
  const stderr = withoutGreeting(output, address);
  const words = ownWords(stderr, address);
  const ssh = sshFailure(stderr, address);
  if (ssh !== null) return ssh;
  if (NO_SPACE.test(words)) return Failure.of('disk.full', {}, detail);
  if (OUT_OF_MEMORY.test(words) && /^(?:https?|svn(?:\+ssh)?):/i.test(address))
    return Failure.of('subversion.answer_too_large', { address }, detail);
  const trouble = outputTrouble(stderr, address);
  // A proxy that refuses a login says it in the same words as a server.
  if (trouble !== null) return trouble;
  const status = statusFailure(stderr, address);
  if (status !== null) return status;
  if (NO_ADDRESS.test(words)) return Failure.of('subversion.no_address', { address }, detail);
  if (NONE_OFFERED.test(words)) return Failure.of('subversion.no_mechanism_offered', { address }, detail);
  if (NO_MECHANISM.test(words)) return Failure.of('subversion.no_mechanism', { address }, detail);
  if (NO_LOGIN_KNOWN.test(words)) return Failure.of('subversion.no_login_known', { address }, detail);
  if (FORBIDDEN.test(words)) return Failure.of('subversion.forbidden', { address, isShut: SHUT.test(words) }, detail);
  if (NOT_OPENED_THERE.test(words)) return Failure.of('subversion.not_opened_there', { address }, detail);
  if (AUTHENTICATION.test(words)) {
    return Failure.of('subversion.login_refused', { address }, detail);
  }
  if (CERTIFICATE.test(words)) {
    return Failure.of('subversion.certificate_untrusted', { address }, detail);
  }
  const [, read, found] = OTHER_FORMAT.exec(stderr) ?? [];
  if (found !== undefined) {
    const key = Number(found) > Number(read) ? 'subversion.newer_format' : 'subversion.older_format';
    return Failure.of(key, { address, found, read: read ?? '' }, detail);
  }
  if (BROKEN_DATABASE.test(words)) {
    return Failure.of('subversion.damaged', { address }, detail);
  }
  // Who dumps a folder asks for nothing by its name: what is not found there is named by the folder itself.
  if (command === 'svnadmin' && /E160013|followed by invalid UTF-8 sequence/.test(words))
    return Failure.of('subversion.damaged', { address }, detail);
  const said = firstSentence(stderr);
  const isHere = !/^(?!file:)[a-z][a-z+]+:\/\//i.test(address);
  if (isHere && BERKELEY_DB.test(stderr)) return Failure.of('subversion.berkeley_db', { address }, detail);
  if (isHere && NOT_OPENED_HERE.test(stderr)) return Failure.of('subversion.not_opened', { address, said }, detail);
  if (UNREACHABLE.test(words)) {
    return Failure.of('subversion.no_server', { address }, detail);
  }
  if (NOT_OPENED.test(words)) {
    const talk = output.split('\n').filter((line) => !/^svn\w*: /.test(line));
    const other = otherProgram(talk, address, 'svnserve', detail);
    if (other !== null) return other;
  }
  if (BROKEN_OFF.test(words) || CUT_ANSWER.test(words) || NO_STATUS.test(words)) {
    return Failure.of('subversion.broken_off', { address }, detail);
  }
  if (NO_SENSE.test(words)) {
    return Failure.of('subversion.no_sense', { address }, detail);
  }
  if (NOT_XML.test(words)) return Failure.of('subversion.not_xml', { address }, detail);
  if (WEB_PAGE.test(words)) return Failure.of('subversion.web_page', { address }, detail);
  if (NOT_FOUND.test(words) || NONE_THERE.test(words) || NO_WEBDAV.test(words)) {
    return Failure.of('subversion.not_found', { address }, detail);
  }
  // What can be done about a folder of this machine is the same whatever Subversion finds in it.
  const isFolder = isHere && command === 'svnadmin' && said !== '';
  return Failure.of(isFolder ? 'subversion.not_opened' : 'subversion.unreadable', { address, said }, detail);
}

/** For output that is none: `error` says what is wrong with it. */
export function noSense(address: string, error: unknown): Failure {
  return Failure.of('subversion.no_sense', { address }, String(error));
}

function firstSentence(stderr: string): string {
  const lines = stderr.split('\n');
  // "Unable to connect to a repository at URL" is followed by why, and so is "Unable to open repository".
  const line =
    lines.find((text) => /E(?!170013|180001)\d{6}:/.test(text)) ??
    lines.find((text) => /E\d{6}:/.test(text)) ??
    lines[0] ??
    '';
  // What it was about is followed by what was found.
  const next = line.trimEnd().endsWith(':') ? lines[lines.indexOf(line) + 1] : undefined;
  const told = [line, next ?? ''].map((part) => part.replace(/^.*?E\d{6}: /, '').trim());
  // A server of the web says it in words of its own.
  const text = quotable([told.join(' ').trim()]);
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
