/** What can end any operation: the sentence takes its subject from the operation's room. */
import { entry, itSays } from '../entry.ts';

export const work = {
  'work.cancelled': entry('cancelled', (_p, work) => `${work.the} was cancelled.`),
  'work.stopped': entry('internal', (_p, work) => `${work.stopped}. ${work.Again}; the log has the detail.`),
  'work.part_stopped': entry(
    'internal',
    (_p, work) => `A part of ${work.name} stopped unexpectedly. ${work.Again}; the log has the detail.`,
  ),
  'work.out_of_memory': entry('internal', (_p, work) =>
    work.operation === 'inspection' || work.operation === 'restore'
      ? `${work.the} needed more memory than it may use. The archive may be damaged: fetch or make it again, then ${work.again}.`
      : `${work.the} needed more memory than it may use. Close other programs, then ${work.again}.`,
  ),
  'work.too_many_files': entry(
    'internal',
    (_p, work) =>
      `${work.the} needed more files open at the same time than this system lets Gantry have. Let it have 1,024 or more (ulimit -n in its shell, LimitNOFILE in its systemd unit), start Gantry again, then ${work.again}.`,
  ),
  'work.too_many_programs': entry(
    'internal',
    (_p, work) =>
      `${work.the} needed a further program or thread, and this system lets Gantry start none. Let it have more (ulimit -u in its shell, TasksMax in its systemd unit, the limit of its container), or let other work end, then ${work.again}.`,
  ),
  'disk.full': entry(
    'disk_full',
    (_p, work) =>
      `The disk is full. Free some space, or move the data folder to a larger disk, and ${work.again}.${work.kept}`,
  ),
  'disk.full_waits': entry(
    'disk_full',
    (_p, work) =>
      `The disk is full. Free some space: ${work.name} goes on by itself once there is room. Or move the data folder to a larger disk, and ${work.again}.`,
  ),
  'disk.no_more_files': entry(
    'disk_full',
    (_p, work) =>
      `The disk of the data folder takes no more files, whatever space it has: its inodes are used up ("df -i" shows them). Delete files there that nobody needs, or move the data folder to another disk, and ${work.again}.${work.kept}`,
  ),
  'disk.no_more_files_waits': entry(
    'disk_full',
    (_p, work) =>
      `The disk of the data folder takes no more files, whatever space it has: its inodes are used up ("df -i" shows them). Delete files there that nobody needs: ${work.name} goes on by itself then. Or move the data folder to another disk, and ${work.again}.`,
  ),
  'disk.file_too_large': entry(
    'disk_failed',
    (_p, work) =>
      `${work.the} needs a file that is larger than the disk of the data folder takes (FAT32: 4 GB), or than this system lets Gantry write (ulimit -f in its shell, LimitFSIZE in its systemd unit). Move the data folder to a disk with another file system, such as ext4, NTFS or exFAT, or raise that limit, and ${work.again}.${work.kept}`,
  ),
  'disk.broken': entry(
    'disk_failed',
    (p: { path: string | null }, work) =>
      `${diskOf(p.path)} reports errors: it cannot be read or written. Check the disk and how it is connected, then ${work.again}.${work.kept}`,
  ),
  'disk.read_only': entry(
    'disk_failed',
    (p: { path: string | null }, work) =>
      `${diskOf(p.path)} can only be read, as systems close a disk that reports errors. Check it, let it be written to again, then ${work.again}.${work.kept}`,
  ),
  'disk.taken_away': entry(
    'disk_failed',
    (p: { path: string }, work) =>
      `The data folder ${p.path} is no longer there: its disk was taken away or unmounted while Gantry worked, or the folder was moved. Quit Gantry, connect the disk or put the folder back, and start Gantry again; then ${work.again}.`,
  ),
  'file.refused': entry(
    'internal',
    (p: { path: string | null }, work) =>
      `${p.path ?? 'A file of the data folder'} cannot be read or written. Check the permissions of the data folder, then ${work.again}.`,
  ),
  'file.missing': entry(
    'not_found',
    (p: { path: string }, work) => `${p.path} is missing. Put it back, then ${work.again}.`,
  ),
  'repository.locked': entry(
    'internal',
    (p: { repository: string; migration: number; owner: string; unlock: string }, work) =>
      `The repository ${p.repository} is locked by migration ${p.migration} of ${p.owner}, so that nothing changes in it. Unlock it on the page of that migration, or with DELETE ${p.unlock}.${work.operation === 'work' || work.operation === 'request' ? '' : ` Then ${work.again}.`}`,
  ),
  'credentials.login_needed': entry(
    'auth',
    (p: { url: string }) => `${p.url} needs a user name and a password. Enter them to go on.`,
  ),
  'credentials.sign_in_page': entry(
    'auth',
    (p: { url: string; page: string }) =>
      `${p.url} leads to ${p.page}, a page where people sign in with a browser, and asks for no user name and password: what is entered is not told to it. Use the address that the server shows for cloning or checking out, with a token where it wants one, or one over SSH; ask whoever runs the server where there is none.`,
  ),
  'credentials.ticket_needed': entry(
    'auth',
    (p: { url: string }) =>
      `${p.url} takes no password, but a Kerberos ticket only (Negotiate). Get one with "kinit" in a terminal, start Gantry from there, and try again without a user name: Git and Subversion show it. For Mercurial, or without a ticket, use an address that takes a password or an SSH key.`,
  ),
  'credentials.windows_only': entry(
    'auth',
    (p: { url: string; system: string; tickets: boolean }) =>
      `${p.url} takes Windows accounts only (NTLM), and ${p.system} has no way to sign in so with a user name and a password: none was told to it. ${p.tickets && p.system === 'Subversion' ? 'Get a Kerberos ticket with "kinit" in a terminal, start Gantry from there, and try again without a user name; or have' : 'Have'} Basic sign-in allowed there, over https; or use an address over SSH, or a copy of the repository.`,
  ),
  'credentials.not_allowed': entry(
    'auth',
    (p: { url: string; said: string }, work) =>
      `The server of ${p.url} does not let this login do that (HTTP 403).${itSays(p.said)} Have that changed there and ${work.again}, or enter another login.`,
  ),
  'credentials.login_refused': entry(
    'auth',
    (p: { url: string }) => `The user name or the password was refused by ${p.url}. Check both and enter them again.`,
  ),
  /** What an earlier version stored, which kept sentences. */
  'failure.earlier_sentence': entry('internal', (p: { sentence: string }) => p.sentence),
  'failure.unknown': entry(
    'internal',
    (p: { key: string }) =>
      `Something went wrong that this version of Gantry has no words for (${p.key}). The log has the detail.`,
  ),
};

function diskOf(path: string | null): string {
  return path === null ? 'The disk of the data folder' : `The disk that holds ${path}`;
}
