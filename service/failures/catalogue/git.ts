/** What git finds wrong with a repository. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry, itSays } from '../entry.ts';

export const git = {
  'git.not_made': entry(
    'internal',
    (p: { path: string }) =>
      `The repository could not be made at ${p.path}. Check that the disk has space and is writable.`,
  ),
  'git.refs_unreadable': entry(
    'internal',
    (p: { path: string }, work) =>
      `The refs of ${p.path} could not be read. ${work.Again}; if it says so again, the log has what git said.`,
  ),
  'git.ref_broken': entry(
    'internal',
    (p: { path: string; damage: Sentence }, work) =>
      `The repository at ${p.path} is damaged: ${work.say(p.damage)}. Restart Gantry, or start its import again: what an import wrote is written anew. Then ${work.again}.`,
  ),
  'git.refs_lost': entry(
    'broken_source',
    (p: { repository: string; refs: readonly string[]; more: number }, work) =>
      `Refs that the import of ${p.repository} wrote are not there any more, and nobody deleted them over its address: ${p.refs.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Start the import again, which writes them anew; delete with "git push --delete" what is to go. Then ${work.again}.`,
  ),
  'git.not_owned': entry(
    'broken_source',
    (p: { said: string }) =>
      `Git refuses this: ${p.said.replace(/\.$/, '')}. The folder belongs to another user of this machine, whose programs would run. Ask for a folder of your own, or for an address of a server.`,
  ),
  'git.bundle_partial': entry(
    'not_found',
    (p: { url: string }) =>
      `The bundle ${p.url} holds only a part of a history, which stands on commits that are not in it. Make it anew with "git bundle create <file> --all", or give the address of the repository.`,
  ),
  'git.server_gave_up': entry(
    'unreachable',
    (p: { url: string; said: string }, work) =>
      `The server of ${p.url} could not go on sending: a program there ran out of memory or was ended.${itSays(p.said)} Ask who runs it, and ${work.again}.`,
  ),
  'git.server_stopped': entry(
    'unreachable',
    (p: { url: string; said: string }, work) =>
      `The server of ${p.url} stopped before it had sent everything.${itSays(p.said)} Ask who runs it, and ${work.again}.`,
  ),
  'git.bundle_filtered': entry(
    'broken_source',
    (p: { url: string }) =>
      `The bundle ${p.url} was made with "--filter": it lacks contents. Make it anew with "git bundle create <file> --all", or give the address of the repository.`,
  ),
  'git.bundle_only_head': entry(
    'broken_source',
    (p: { url: string }) =>
      `The bundle ${p.url} holds a history by the name of HEAD alone, no branch and no tag. Make it anew with "git bundle create <file> --all", or give the address of the repository.`,
  ),
  'git.only_head': entry(
    'broken_source',
    (p: { url: string }, work) =>
      `The repository at ${p.url} has a history that no branch and no tag leads to: its HEAD is detached. Name it there with "git branch main HEAD", and ${work.again}.`,
  ),
  'git.refs_hidden': entry(
    'broken_source',
    (p: { url: string; branch: string }, work) =>
      `The repository at ${p.url} shows no branches and no tags, though its HEAD is ${p.branch}: its server hides them. Have it show them (git's settings transfer.hideRefs and uploadpack.hideRefs there), or give a login that may see them, and ${work.again}.`,
  ),
  'git.bundle_damaged': entry(
    'broken_source',
    (p: { url: string }) =>
      `The bundle ${p.url} is cut off or damaged. Copy it again from where it was made ("git bundle verify" there says whether it is whole), and start the import again.`,
  ),
  'git.object_too_large': entry(
    'broken_source',
    (p: { url: string }) =>
      `The repository at ${p.url} holds an object that takes more memory to unpack than git is given here. It may be damaged, or made to do harm: ask its owner.`,
  ),
  'git.answer_too_large': entry(
    'broken_source',
    (p: { url: string }, work) =>
      `The server of ${p.url} sends more than Git may hold here, and none of it is the content of a repository: a list of branches and tags without end, or something else than Git asked for. Check the address; if it is right, ask who runs the server, and ${work.again}.`,
  ),
  'git.several_symrefs': entry(
    'broken_source',
    (p: { url: string; version: string; newer: string }, work) =>
      `The server of ${p.url} names several symbolic refs, and Git ${p.version}, which this machine has, reads them again and again without an end. Install Git ${p.newer} or newer, or have the server name none but HEAD, and ${work.again}.`,
  ),
  'git.no_address': entry(
    'not_found',
    (p: { url: string }) =>
      `${p.url} is no address of a Git repository: these begin with http://, https://, ssh:// or git://, or are folders. Check it and try again.`,
  ),
  'git.not_found': entry(
    'not_found',
    (p: { url: string }) => `No Git repository was found at ${p.url}. Check the address and try again.`,
  ),
  'git.web_page': entry(
    'not_found',
    (p: { url: string }) =>
      `${p.url} answers with a web page, not as a Git server does: with a page about the repository, or one to sign in, perhaps. Check the address; web pages of hosts show the one that Git itself uses under "Clone".`,
  ),
  'git.not_found_there': entry(
    'not_found',
    (p: { url: string; said: string }) =>
      `No Git repository was found at ${p.url} that you may read.${itSays(p.said)} Check the address and your rights there, and try again.`,
  ),
  'git.refused': entry(
    'unreachable',
    (p: { url: string; said: string }) =>
      `The server of ${p.url} did not do what it was asked for.${itSays(p.said)} Ask who runs it for the right to do this, or use another address, and try again.`,
  ),
  'git.login_refused': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `This login was refused by ${p.url}.${itSays(p.said)} Check the user name and the password (many hosts take a token in its place), and enter them again.`,
  ),
  'git.unknown_extension': entry(
    'broken_source',
    (p: { url: string; extension: string }) =>
      `The repository at ${p.url} needs a feature that this machine's Git does not know (${p.extension}). ${
        p.extension === 'refstorage'
          ? 'Install Git 2.46 or newer here, or run "git refs migrate --ref-format=files" in a copy of the repository with such a Git, and import the copy.'
          : 'Install a newer Git here, and try again.'
      }`,
  ),
  'git.objects_linked': entry(
    'broken_source',
    (p: { url: string; path: string }, work) =>
      `Objects of the repository at ${p.url} lie behind a link (${p.path}), and Git copies nothing from a folder that a link may have led elsewhere. Give the folder that it leads to, or, if the link is yours, this folder as an address that begins with "file://", and ${work.again}.`,
  ),
  'git.unreadable': entry(
    'broken_source',
    (p: { url: string }) =>
      `Git could not read ${p.url}. The log has its message; check that "git fsck" finds no fault in the source.`,
  ),
  'git.file_not_handed_out': entry('broken_source', (p: { url: string; object: string; elsewhere: string }, work) =>
    p.elsewhere === ''
      ? `The web server of ${p.url} only hands out files, and the object ${p.object} of the history is not among those that it lists. Have "git update-server-info" run in that repository, which is to be done after every push and repack, or have it served by "git http-backend", and ${work.again}.`
      : `The web server of ${p.url} only hands out files, and the object ${p.object} lies in another repository, ${p.elsewhere}, from which Git takes nothing. Have "git repack -a -d" and "git update-server-info" run in the repository itself, or have it served by "git http-backend", and ${work.again}.`,
  ),
  'git.takes_no_pushes': entry(
    'unreachable',
    (p: { url: string }) =>
      `The web server of ${p.url} hands out files of the repository and takes none. Give an address that takes pushes, as over SSH, or have the repository served there by "git http-backend" with "http.receivepack", and push again.`,
  ),
  'git.damaged_object': entry(
    'internal',
    () => 'Git found a damaged object in what was converted. Nothing was published; please report this with the log.',
  ),
  'git.commits_unreadable': entry(
    'broken_source',
    (_p, work) => `The commits of the repository could not be read. Run "git fsck" on the source, then ${work.again}.`,
  ),
  'git.object_too_long': entry(
    'broken_source',
    (p: { object: string; size: number; most: number }, work) =>
      `The ${p.object} is ${p.size} MB long, and Gantry changes nothing in one of more than ${p.most} MB. It may be made to do harm: ask the owner of the source. Or leave authors, messages and large files as they are, so that commits need not be written anew, and ${work.again}.`,
  ),
  'git.commits_not_counted': entry(
    'internal',
    (_p, work) => `The commits could not be counted. ${work.Again}; the log has the detail.`,
  ),
  'git.refs_not_read_for_verification': entry(
    'internal',
    (_p, work) => `The refs could not be read for verification. ${work.Again}.`,
  ),
  'git.objects_not_walked': entry(
    'broken_source',
    (_p, work) =>
      `Git could not walk through everything that the branches and tags reach: objects are missing or damaged, as in a partial clone. Check that "git fsck" finds no fault, then ${work.again}.`,
  ),
  'git.objects_not_repacked': entry(
    'internal',
    (_p, work) =>
      `The objects that branches and tags reach could not be packed. Check that the disk has space, then ${work.again}.`,
  ),
  'git.pack_damaged': entry(
    'broken_source',
    (p: { pack: string }, work) =>
      `The file ${p.pack} of the repository is damaged: its objects are not what its index says. Run "git fsck" on the repository and replace what it names, then ${work.again}.`,
  ),
  'git.refs_never_quiet': entry(
    'internal',
    (p: { path: string }, work) =>
      `The refs of ${p.path} changed again and again while they were read. ${work.Again} when nobody pushes.`,
  ),
  'git.source_commits_unreadable': entry(
    'broken_source',
    (_p, work) =>
      `The commits of the source could not be read. Check that "git fsck" finds no fault in it, then ${work.again}.`,
  ),
  'git.partial_clone': entry(
    'broken_source',
    (_p, work) =>
      `The source is a partial clone (made with "git clone --filter"): it lacks contents, which git would fetch from where it was cloned from. Give that address, or make a whole clone of it, and ${work.again}.`,
  ),
  'git.objects_missing': entry(
    'broken_source',
    (p: { object: string }, work) =>
      `The source lacks objects of its own history${p.object === '' ? '' : `, ${p.object} among them`}. Run "git fsck --full" there, put back what it names out of another clone or a backup, and ${work.again}.`,
  ),
  'git.refs_empty': entry(
    'broken_source',
    (p: { refs: readonly string[]; more: number }, work) =>
      `Refs of the source name no commit: ${p.refs.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. A crash or a damaged disk left their files without an id. Write the id of the commit into each of them there ("logs/" of the source may name it), or delete those files, and ${work.again}.`,
  ),
  'git.refs_of_systems': entry(
    'broken_source',
    (p: { refs: readonly string[]; more: number }, work) =>
      `Files among the refs of the source are none of Git's, and keep it from sending anything: ${p.refs.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Windows, macOS, Google Drive and others lay such files into every folder. They hold nothing of the history: delete them below "refs/" of the source, and ${work.again}.`,
  ),
  'git.refs_misnamed': entry(
    'broken_source',
    (p: { refs: readonly string[]; more: number }, work) =>
      `Files among the refs of the source have names that Git does not take, and keep it from sending anything. Git tells them up to the space: ${p.refs.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Programs that keep folders alike (Dropbox, Nextcloud and others) make such copies, "main (conflicted copy)" beside "main", where two computers change a branch. Give each such file there a name without spaces, so that what it names comes as a branch of its own, or delete it, and ${work.again}.`,
  ),
  'git.refs_name_nothing': entry(
    'broken_source',
    (p: { object: string; refs: readonly string[]; more: number }, work) =>
      `The source lacks ${p.object}, which its refs name: ${p.refs.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Put the object back out of another clone or a backup (or the repository whose objects it borrows by "objects/info/alternates", if it was moved), or delete what cannot be saved with "git update-ref -d <ref>", and ${work.again}.`,
  ),
  'git.refs_moved': entry(
    'broken_source',
    (p: { object: string }, work) =>
      `The source announced ${p.object}, and did not have it when it was asked for it: somebody moved or deleted a ref meanwhile, or its HEAD names a commit that is missing. ${work.Again}; if it says so again, run "git fsck --full" there.`,
  ),
  'git.folder_damaged': entry(
    'broken_source',
    (p: { folder: string }) =>
      `The folder ${p.folder} holds objects of a Git repository, but Git does not take it for one: its HEAD, its config or its folder "refs" is missing or damaged. Put these back from a backup (HEAD is one line, such as "ref: refs/heads/main"), and try again.`,
  ),
  'git.no_file': entry(
    'broken_source',
    (p: { path: string }, work) =>
      `${p.path} is no file: a pipe, a device or a link to one lies in its place, and Git would wait for it. Nothing of it was read. Copy the repository again from where it comes from, and ${work.again}.`,
  ),
  'git.config_damaged': entry(
    'broken_source',
    (p: { url: string; said: string }, work) =>
      `Git cannot read the configuration of the repository at ${p.url} (${p.said}), as a crash, a merge or a hand leaves it. Correct the file "config" there, or put that of a new repository in its place ("git init" makes one), and ${work.again}.`,
  ),
  'git.no_answer': entry(
    'unreachable',
    (p: { url: string }) =>
      `The server at ${p.url} closed the connection without sending the repository or saying why. Check the address, and that this repository may be read; the log of the server may name the reason.`,
  ),
  'git.only_hidden_refs': entry(
    'empty',
    (p: { ref: string }) =>
      `The source has no branch and no tag, only refs that are left out, such as ${p.ref}. Import the repository that they come from, or cancel this import and start it with refs that Git hosts keep for themselves.`,
  ),
  'git.sha256': entry(
    'broken_source',
    () =>
      'The source names its objects by SHA-256, which cannot be imported yet. Convert it to SHA-1 first, for example with "git fast-export --all | git fast-import" into a new repository.',
  ),
};
