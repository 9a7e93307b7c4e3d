/** What Subversion says of a source. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry, isWhole } from '../entry.ts';

export const subversion = {
  'subversion.other_repository': entry(
    'broken_source',
    (p: { before?: string; now?: string }, work) =>
      `The address leads to another Subversion repository than the one that was imported: ${p.before === undefined ? 'its UUID is another one' : `its UUID is ${p.now}, and was ${p.before}`}. Nothing was changed here. If it is a mirror or a copy of that one, have it given that UUID ("svnadmin setuuid <repository>${p.before === undefined ? ' <UUID>' : ` ${p.before}`}"), and ${work.again}; else import it into a new repository.`,
  ),
  'subversion.stream_unusable': entry(
    'broken_source',
    (p: { revision: number; what: Sentence }, work) =>
      `What the Subversion server sent could not be used at revision ${p.revision}: ${work.say(p.what)}. ${work.Again}; it goes on from there.`,
  ),
  'subversion.answer_too_large': entry(
    'broken_source',
    (p: { address: string }, work) =>
      `The server of ${p.address} sends more than svn may hold here: an answer without end, or one of something else. Check the address; if it is right, ask who runs the server, and ${work.again}.`,
  ),
  'subversion.no_address': entry(
    'not_found',
    (p: { address: string }) => `${p.address} is not an address of a Subversion repository. Check it and try again.`,
  ),
  'subversion.is_file': entry(
    'not_found',
    (p: { url: string; folder: string; root: string }, work) =>
      `${p.url} is a file of a Subversion repository, and a history is imported by its folder. Give ${p.folder === p.root ? p.root : `${p.root}, or ${p.folder},`} and ${work.again}.`,
  ),
  'subversion.is_list': entry(
    'not_found',
    (p: { address: string; repositories: readonly string[]; more: number }, work) =>
      `${p.address} is no Subversion repository, but a list of ${p.repositories.length + p.more} such: ${p.repositories.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Give the address of one and ${work.again}, or import all of them as a list.`,
  ),
  'subversion.empty_list': entry(
    'not_found',
    (p: { address: string }, work) =>
      `${p.address} is no Subversion repository, but a list of such, and names none that may be read this way. Enter a login that may read some, or give the address of the repository itself, and ${work.again}.`,
  ),
  'source.login_elsewhere': entry(
    'auth',
    (p: { url: string }) =>
      `The user name and password are only for the server of ${p.url}, so nobody else is sent them.`,
  ),
  'source.asks_for_login': entry('auth', () => 'A user name and a password are asked for.'),
  'subversion.info_unreadable': entry(
    'broken_source',
    (p: { url: string }) => `Subversion could not say what is at ${p.url}. Check the address and try again.`,
  ),
  'subversion.root_elsewhere': entry(
    'broken_source',
    (p: { url: string }) =>
      `The server at ${p.url} names a root of its repository that does not lie above that address. Ask its administrator, or give the address that the server uses for itself.`,
  ),
  'subversion.login_refused': entry(
    'auth',
    (p: { address: string }) =>
      `The Subversion server at ${p.address} did not accept the user name and password. Enter them again.`,
  ),
  'subversion.no_mechanism_offered': entry(
    'unreachable',
    (p: { address: string }) =>
      `The Subversion server at ${p.address} lets nobody sign in: its SASL has no way that keeps to the settings there (mech_list, min-encryption). No password was sent. Ask whoever runs it to mend that, and try again.`,
  ),
  'subversion.no_mechanism': entry(
    'unreachable',
    (p: { address: string }) =>
      `The Subversion server at ${p.address} offers no way to sign in that this machine has: no password was sent. It uses SASL. Install the ways that it offers (Debian: libsasl2-modules, for Kerberos libsasl2-modules-gssapi-mit; Fedora: cyrus-sasl-md5, cyrus-sasl-plain, cyrus-sasl-gssapi), and try again.`,
  ),
  'subversion.no_login_known': entry(
    'unreachable',
    (p: { address: string }) =>
      `The Subversion server lets nobody read ${p.address}: its svnserve.conf forbids it without a login, and names no file of users (password-db). Where the repository is for svn+ssh:// or http:// alone, give that address; else ask who runs the server.`,
  ),
  'subversion.account_forbidden': entry(
    'unreachable',
    (p: { address: string }) =>
      `The Subversion server lets you in over SSH, and does not let that account read ${p.address}. No password is asked for there: have the right given to the account (authz-db in svnserve.conf; --tunnel-user says who it is), or to a folder in the repository and give the address of that one, and try again.`,
  ),
  'subversion.forbidden': entry('auth', (p: { address: string; isShut?: boolean; isNobody?: boolean }) => {
    if (p.isNobody === true)
      return `The Subversion server lets nobody read ${p.address} without a login (HTTP 403, forbidden). Enter a user name and a password, or give the address of a folder in it that everybody may read.`;
    return p.isShut === true
      ? `The server refuses ${p.address} (HTTP 403, forbidden) before it says whether that is a Subversion repository. If it is the folder that several lie in, give the address of one; else enter a user name and password that may read it, or ask for the right to read it.`
      : `The Subversion server does not let this login read ${p.address}. If it may read a folder in it, give the address of that one; else enter another user name and password, or ask for the right to read it.`;
  }),
  'subversion.web_page': entry(
    'not_found',
    (p: { address: string }) =>
      `${p.address} answers with a web page, not as a Subversion server does: with a page to sign in, perhaps. Check the address; if a portal stands before the server, ask for the address that svn itself uses.`,
  ),
  'subversion.not_xml': entry(
    'not_found',
    (p: { address: string }) =>
      `What the server of ${p.address} answers is no XML, and svn stops there. It may be a web page, of a portal to sign in perhaps: check the address. Or an author, a message or a property holds characters that HTTP cannot carry here, as old repositories have them: import from the repository's folder or over svn://, which can, or have them corrected there with "svnadmin setrevprop".`,
  ),
  'subversion.certificate_untrusted': entry(
    'unreachable',
    (p: { address: string }) =>
      `The certificate of the server at ${p.address} is not trusted. Install its authority's certificate on this machine and try again.`,
  ),
  'subversion.newer_format': entry(
    'broken_source',
    (p: { address: string; found: string; read: string }, work) =>
      `The repository at ${p.address} was made by a newer Subversion than this machine has: it is of format ${p.found}, and up to ${p.read} is read here. Install a newer Subversion, or give the address of a server that has one, and ${work.again}.`,
  ),
  'subversion.older_format': entry(
    'broken_source',
    (p: { address: string; found: string; read: string }, work) =>
      `The repository at ${p.address} is of format ${p.found}, which this machine's Subversion is too new for. Run "svnadmin upgrade" on a copy of it, give that copy, and ${work.again}.`,
  ),
  'subversion.berkeley_db': entry(
    'broken_source',
    (p: { address: string }, work) =>
      `The Subversion repository at ${p.address} keeps its history in Berkeley DB, and this machine's Subversion cannot open that. Run "svnadmin recover" on a copy of it where a Subversion with Berkeley DB is, then "svnadmin dump <copy> > <dump>"; make a repository of that here ("svnadmin create <folder>", "svnadmin load <folder> < <dump>"), give that folder, and ${work.again}.`,
  ),
  'subversion.text_circle': entry(
    'broken_source',
    (p: { folder: string }, work) =>
      `The Subversion repository in ${p.folder} is damaged: a text in it is kept as a change of itself, and could be put together by nobody; svn and svnadmin fill the memory of the machine with it. Put a copy from before back in its place, then ${work.again}.`,
  ),
  'subversion.damaged': entry(
    'broken_source',
    (p: { address: string }, work) =>
      `The Subversion repository at ${p.address} is damaged. Run "svnadmin verify" on its server, then ${work.again}.`,
  ),
  'subversion.not_opened': entry(
    'broken_source',
    (p: { address: string; said: string }, work) =>
      `There is a Subversion repository at ${p.address} that Subversion cannot read: ${p.said} Put a copy from before the damage in its place; if only this Subversion cannot read it, load there what "svnadmin dump" of another one writes. Then ${work.again}.`,
  ),
  'subversion.no_server': entry(
    'unreachable',
    (p: { address: string }) =>
      `No Subversion server answered at ${p.address}. Check the address and the network, then try again.`,
  ),
  'subversion.broken_off': entry(
    'unreachable',
    (p: { address: string }) => `The connection to the Subversion server at ${p.address} broke off. Start again.`,
  ),
  'subversion.no_sense': entry(
    'broken_source',
    (p: { address: string }) =>
      `Subversion can make no sense of what the server at ${p.address} answers. Ask its administrator.`,
  ),
  'subversion.not_found': entry(
    'not_found',
    (p: { address: string }) => `There is no Subversion repository at ${p.address}. Check the address and try again.`,
  ),
  'subversion.all_hidden': entry(
    'auth',
    (p: { address: string; count: number }) =>
      `The Subversion server hides ${p.count === 1 ? 'the only revision' : `all ${p.count} revisions`} of ${p.address} from this login, by its rules for folders (authz): nothing came. Enter another user name and password, or ask for the right to read it.`,
  ),
  'subversion.not_opened_there': entry(
    'broken_source',
    (p: { address: string }, work) =>
      `The server cannot open the Subversion repository that it has at ${p.address}: the account it runs as may not read all of its files, or a newer Subversion made it, or it is damaged. Ask its administrator to look into the server's error log, then ${work.again}.`,
  ),
  'subversion.unreadable': entry(
    'broken_source',
    (p: { address: string; said: string }) =>
      `Subversion could not read ${p.address}: ${p.said === '' ? 'it ended without saying why. See the log and try again.' : `${isWhole(p.said) ? p.said : `${p.said}.`} Check the address, or ask who runs the server, and try again.`}`,
  ),
  'subversion.no_dates': entry(
    'broken_source',
    (p: { address: string }) =>
      `Subversion cannot say what ${p.address} is: none of the revisions that it was asked for has a readable date (svn:date). Set that of revision 0 with "svn propset --revprop -r 0 svn:date 1970-01-01T00:00:00.000000Z", then try again.`,
  ),
  'subversion.login_needed': entry(
    'auth',
    () => 'The Subversion server asks for a user name and a password. Enter them to go on.',
  ),
};
