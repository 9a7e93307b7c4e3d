/** Folders of this machine that nothing is imported from, or pushed to. */
import { entry } from '../entry.ts';

export const addresses = {
  'address.folder_right': entry(
    'internal',
    () =>
      'Folders of this machine may be named by the owner of the installation, signed in with the password, or with a token that has the scope local_folders. Use an address such as https://host/path, or ask the owner.',
  ),
  'address.own_data': entry(
    'internal',
    (p: { url: string }) =>
      `${p.url} leads into the folder where Gantry keeps its own data. Nothing is imported from there or pushed into it by its path. Name the repository by its name instead: by its clone_url.`,
  ),
  'address.nothing_there': entry(
    'not_found',
    (p: { url: string }, work) => `There is nothing at ${p.url} on this machine. Check the path and ${work.again}.`,
  ),
  'address.folder_empty': entry(
    'not_found',
    (p: { url: string }, work) =>
      `The folder ${p.url} is empty. Give the folder that a repository lies in, and ${work.again}.`,
  ),
  'address.plain_file': entry(
    'not_found',
    (p: { url: string }, work) =>
      `${p.url} is a file, and no bundle of Git or Mercurial. Give the folder of a repository, or a bundle, and ${work.again}.`,
  ),
  'address.svn_dump': entry(
    'not_found',
    (p: { url: string }, work) =>
      `${p.url} is a dump of a Subversion repository. Make a repository of it ("svnadmin create <folder>", then "svnadmin load <folder> < <dump>"), give that folder, and ${work.again}.`,
  ),
  'address.git_stream': entry(
    'not_found',
    (p: { url: string }, work) =>
      `${p.url} is a stream for git fast-import. Make a repository of it ("git init --bare <folder>", then "git -C <folder> fast-import < <stream>"), give that folder, and ${work.again}.`,
  ),
  'address.packed': entry(
    'not_found',
    (p: { url: string; format: string }, work) =>
      `${p.url} is packed (${p.format}). Unpack it, give the repository, the bundle or the dump that comes out, and ${work.again}. Migration archives are opened under Archives.`,
  ),
  'address.svn_checkout': entry(
    'not_found',
    (p: { url: string }, work) =>
      `The folder ${p.url} is a checkout of Subversion, and holds no history. "svn info" names there as URL where it comes from: give that address, and ${work.again}.`,
  ),
  'address.svn_checkout_of': entry(
    'not_found',
    (p: { url: string; origin: string }, work) =>
      `The folder ${p.url} is a checkout of Subversion, and holds no history. It comes from ${p.origin}: give that address, or the one that its server has now, and ${work.again}.`,
  ),
  'address.tfvc_workspace': entry(
    'not_found',
    (p: { url: string }, work) =>
      `The folder ${p.url} is a workspace of Team Foundation, and holds no history. "tf workfold" names there the collection that it comes from: give that address, and ${work.again}.`,
  ),
  'address.within_repository': entry(
    'not_found',
    (p: { url: string; path: string }, work) =>
      `No repository was found at ${p.url} itself; it lies in that of ${p.path}. Give that address if you mean this one, and ${work.again}.`,
  ),
  'address.is_list': entry(
    'not_found',
    (
      p: {
        url: string;
        repositories: readonly string[];
        more: number;
        unreadable: number;
        nameless: number;
        mayBeMore: boolean;
      },
      work,
    ) => {
      const count = p.repositories.length + p.more;
      const names = `${p.repositories.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}`;
      const perhaps = p.mayBeMore ? ' There may be more, as not every folder in it was looked into.' : '';
      const left = p.unreadable === 0 ? '' : ` Of the folders in it ${p.unreadable} may not be read.`;
      const unnamed =
        p.nameless > 0
          ? ` What has a name that is no text (no UTF-8) was passed over: ${p.nameless} in all. Rename it to import it too.`
          : '';
      return count === 1
        ? `The folder ${p.url} is no repository; one lies in it: ${names}. Give that address and ${work.again}.${perhaps}${left}${unnamed}`
        : `The folder ${p.url} is no repository; ${count} lie in it: ${names}. Give the address of one and ${work.again}, or import all of them as a list.${perhaps}${left}${unnamed}`;
    },
  ),
  'address.names_no_text': entry(
    'not_found',
    (p: { url: string; name: string; count: number }, work) =>
      `The folder ${p.url} is no repository, and what lies in it has a name that is no text (no UTF-8) and cannot be opened: ${p.name}${p.count > 1 ? ` and ${p.count - 1} more` : ''}. Rename it, with convmv for instance, and ${work.again}.`,
  ),
  'address.not_all_looked': entry(
    'not_found',
    (p: { url: string }, work) =>
      `The folder ${p.url} is no repository, and none was found in it. There may be one, as not every folder in it was looked into. Give the address of the repository, or of a folder nearer to it, and ${work.again}.`,
  ),
  'address.git_elsewhere': entry(
    'not_found',
    (p: { url: string; path: string }, work) =>
      `The folder ${p.url} is a checkout of Git without its history, as worktrees and submodules are: its repository lies at ${p.path}, says its file ".git", and nothing is there. Give the address of that repository where it lies now, and ${work.again}.`,
  ),
  'address.other_system': entry(
    'not_found',
    (p: { url: string; system: string; tool: string }, work) =>
      `${p.url} is of ${p.system}, which Gantry does not import from. Make a Git repository of it first (${p.tool}), give that one, and ${work.again}.`,
  ),
  'address.not_readable': entry(
    'not_found',
    (p: { url: string; path: string }, work) =>
      `${p.path === p.url ? p.url : `${p.path}, a part of ${p.url},`} may not be read by the user that Gantry runs as. Give that user the right to read all of it, or make a copy that belongs to that user, and ${work.again}.`,
  ),
  'address.disk_not_reached': entry(
    'unreachable',
    (p: { url: string; path: string }, work) =>
      `${p.path === p.url ? p.url : `${p.path}, a part of ${p.url},`} cannot be reached: the disk that it lies on fails, or the server of that share has gone. Connect it again, look that the files can be read, and ${work.again}.`,
  ),
  'address.no_repository': entry(
    'broken_source',
    (p: { url: string }) =>
      `${p.url} is no folder and no file that Gantry can read. Give the path of a repository, or of a bundle.`,
  ),
};
