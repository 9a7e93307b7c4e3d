/** Git LFS: what its servers refuse, and converting large files. */
import { asksToWait, entry, itSays } from '../entry.ts';
import { SIZE_LIMITS } from './size-limits.ts';

export const lfs = {
  'lfs.source_not_asked': entry(
    'broken_source',
    () => 'They were not asked for yet. Restart the import to fetch them.',
  ),
  'lfs.source_folder_lacks': entry(
    'broken_source',
    (p: { folder: string }) =>
      `${p.folder} lacks them, or holds something else under their names. Run "git lfs fetch --all" in the source, then restart the import.`,
  ),
  'lfs.source_lacks': entry(
    'broken_source',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} does not have them. Ask who has them to push them there with "git lfs push --all", then restart the import.`,
  ),
  'lfs.source_damaged': entry(
    'broken_source',
    (p: { host: string }) =>
      `${p.host} sent something else than their pointers name. Ask who runs it to look, then restart the import.`,
  ),
  'lfs.source_login': entry(
    'auth',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} did not let Gantry in. Restart the import with a user name and a password that may read there.`,
  ),
  'lfs.source_not_offered': entry(
    'not_found',
    (p: { endpoint: string }) =>
      `The source answers no Git LFS requests at ${p.endpoint}. Ask who runs it where its large files are, then restart the import.`,
  ),
  'lfs.source_login_elsewhere': entry(
    'auth',
    (p: { host: string }) =>
      `The source's .lfsconfig names the Git LFS server at ${p.host}, which wants a login, and the source's own login is for the source's server only. Run "git lfs fetch --all" in a clone with all branches and tags, and import from that clone.`,
  ),
  'lfs.source_forbidden': entry(
    'auth',
    (p: { host: string; said: string }) =>
      `${p.host} does not give them out to this account.${itSays(p.said)} Have that changed there, then restart the import: what came is not fetched twice.`,
  ),
  'lfs.source_refused': entry(
    'broken_source',
    (p: { host: string; status: number; said: string; wait?: number }) =>
      `${p.host} did not give them out (${p.status}).${itSays(p.said)}${asksToWait(p.wait)} Restart the import to ask again: what came is not fetched twice.`,
  ),
  'lfs.source_unreachable': entry(
    'unreachable',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} did not answer. Check the network and restart the import: what came is not fetched twice.`,
  ),
  'lfs.source_broke_off': entry(
    'unreachable',
    (p: { host: string }) =>
      `The connection to the Git LFS server at ${p.host} broke off. Restart the import: what came is not fetched twice.`,
  ),
  'lfs.source_without_server': entry(
    'not_found',
    () =>
      'Git LFS gives contents over HTTPS and SSH, and out of repositories of this machine; this address is none of them. Import from such an address.',
  ),
  'lfs.forbidden': entry(
    'auth',
    (p: { host: string; said: string }) =>
      `The Git LFS server at ${p.host} does not let this account write.${itSays(p.said)} Change its rights there, and push again.`,
  ),
  'lfs.not_offered': entry(
    'not_found',
    (p: { endpoint: string }) =>
      `The remote answers no Git LFS requests at ${p.endpoint}, and this repository has large files. Switch Git LFS on there, or leave large files out of the import, and push again.`,
  ),
  'lfs.refused': entry(
    'internal',
    (p: { host: string; status: number; said: string; wait?: number }) =>
      `The Git LFS server at ${p.host} refused the large files (${p.status}).${itSays(p.said)}${asksToWait(p.wait)} ${p.status === NO_ROOM ? 'Have the room for large files enlarged there, and push again.' : 'Push again later, or ask who runs it.'}`,
  ),
  'lfs.content_refused': entry(
    'internal',
    (p: { host: string; size: number; status: number; said: string; wait?: number }) =>
      `${p.host} did not take a large file of ${p.size} bytes (${p.status}).${itSays(p.said)}${asksToWait(p.wait)} ${mend(p.status)}: what has arrived is not sent twice.`,
  ),
  'lfs.unreachable': entry(
    'unreachable',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} did not answer. Check the network and push again: what has arrived is not sent twice.`,
  ),
  'lfs.needs_https': entry(
    'not_found',
    () =>
      'This repository has large files, which Git LFS sends over HTTPS or SSH only. Push to the https:// address of the remote.',
  ),
  'push.no_answer': entry(
    'unreachable',
    (p: { url: string }) =>
      `The server of ${p.url} did not answer. Check the address and the network, then push again.`,
  ),
  'lfs.not_offered_over_ssh': entry(
    'not_found',
    (p: { host: string }) =>
      `This repository has large files, and ${p.host} does not say over SSH where they go (git-lfs-authenticate). Switch Git LFS on there, or push to the https:// address of the remote.`,
  ),
  'lfs.not_found_afterwards': entry(
    'internal',
    (p: { host: string; size: number; said?: string }) =>
      `The Git LFS server at ${p.host} took a large file of ${p.size} bytes but does not find it afterwards.${itSays(p.said)} Push again; if it stays so, ask who runs that server.`,
  ),
  'lfs.windows_only': entry(
    'auth',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} takes Windows accounts only (NTLM, Negotiate). Enter the user name of one, as DOMAIN\\name, and its password.`,
  ),
  'lfs.tickets_only': entry(
    'auth',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} takes Kerberos tickets only (Negotiate). Gantry has no way to sign in so for large files. Use the address of that server over SSH, or have NTLM or Basic sign-in allowed there, over https.`,
  ),
  'lfs.digest_only': entry(
    'auth',
    (p: { host: string }) =>
      `The Git LFS server at ${p.host} takes a login by Digest only, in which Git LFS has no way to sign in. The password was not shown to it. Have Basic allowed there, over https, or use the address of that server over SSH.`,
  ),
  'lfs.login_refused': entry(
    'auth',
    (p: { host: string }) =>
      `The user name or the password was refused by the Git LFS server at ${p.host}. Check both and enter them again.`,
  ),
  'lfs.login_needed': entry(
    'auth',
    (p: { host: string }) => `The Git LFS server at ${p.host} needs a user name and a password. Enter them to go on.`,
  ),
  'lfs.object_not_answered': entry(
    'internal',
    (p: { host: string; size: number }) =>
      `The Git LFS server at ${p.host} did not say whether it takes a large file of ${p.size} bytes. Push again; if it stays so, ask who runs that server.`,
  ),
  'lfs.address_unusable': entry(
    'broken_source',
    (p: { host: string }, work) =>
      `The Git LFS server at ${p.host} names an address that nobody can use: it is none of HTTP, or wants headers that are none. Ask who runs it to look, then ${work.again}.`,
  ),
  'lfs.own_damaged': entry(
    'internal',
    (p: { path: string }) =>
      `A large file of this repository is damaged, so it was not sent: ${p.path} is not what its name says. Check the disk, take the file out of a backup or import again, and push again.`,
  ),
  'lfs.object_refused': entry(
    'internal',
    (p: { host: string; size: number; said: string }) =>
      `The Git LFS server at ${p.host} refused a large file of ${p.size} bytes.${itSays(p.said)} Change its limits or your rights there, and push again.`,
  ),
};

/** What Git LFS servers say with where there is no room for more (git-lfs, docs/api/batch.md). */
export const NO_ROOM = 507;

/** What can be done about a content that was refused, before the push goes on. */
function mend(status: number): string {
  if (status === 413)
    return `Have the limit raised in that server or a proxy before it (${SIZE_LIMITS}), or choose leaving out for such files in the report of the import, and push again`;
  if (status === NO_ROOM)
    return 'Have the room for large files enlarged there, or choose leaving out for them in the report of the import, and push again';
  if (status === 401 || status === 403) return "Change this account's rights there, and push again";
  return 'Push again, and if it stays so, ask who runs that server';
}
