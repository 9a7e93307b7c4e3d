/** What Mercurial says of a source. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry, itSays } from '../entry.ts';

export const mercurial = {
  'mercurial.bundle_partial': entry(
    'not_found',
    (p: { url: string }) =>
      `The bundle ${p.url} holds only a part of a history, which stands on changesets that are not in it. Make it anew with "hg bundle --all", or give the address of the repository.`,
  ),
  'mercurial.bundle_stream': entry(
    'broken_source',
    (p: { url: string }) =>
      `The bundle ${p.url} holds the files of a repository as they lie on a server (a stream bundle), not its changesets. Lay it into an empty repository: "hg init <folder>", then "hg -R <folder> unbundle <bundle>", or "hg -R <folder> debugapplystreamclonebundle <bundle>" where hg refuses that. Then import that folder.`,
  ),
  'mercurial.bundle_damaged': entry(
    'broken_source',
    (p: { url: string }) =>
      `The bundle ${p.url} is cut off or damaged. Copy it again from where it was made, or make it anew with "hg bundle --all", and start the import again.`,
  ),
  'mercurial.static': entry(
    'broken_source',
    (p: { url: string }) =>
      `The web server of ${p.url} gives out the files of a Mercurial repository, and does not speak Mercurial's protocol. Clone it to this machine first ("hg clone ${p.url}"), and import that folder.`,
  ),
  'mercurial.not_found': entry(
    'not_found',
    (p: { url: string }) => `No Mercurial repository was found at ${p.url}. Check the address and try again.`,
  ),
  'mercurial.is_list': entry(
    'not_found',
    (p: { url: string; repositories: readonly string[]; more: number }, work) =>
      `${p.url} is no Mercurial repository, but a list of ${p.repositories.length + p.more} such: ${p.repositories.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Give the address of one and ${work.again}, or import all of them as a list.`,
  ),
  'mercurial.names_part': entry(
    'not_found',
    (p: { url: string; repository: string }, work) =>
      `${p.url} names a branch, tag or changeset behind its "#", and only whole repositories are imported. Give the address ${p.repository}, and ${work.again}.`,
  ),
  'mercurial.no_address': entry(
    'not_found',
    (p: { url: string }) =>
      `${p.url} is no address of a Mercurial repository: these begin with http://, https:// or ssh://, or are folders. Check it and try again.`,
  ),
  'mercurial.unknown_feature': entry(
    'broken_source',
    (p: { url: string; features?: string }, work) =>
      `The repository at ${p.url} uses a feature that this machine's Mercurial does not know${p.features ? ` (${p.features})` : ''}. Install a newer Mercurial and ${work.again}.`,
  ),
  'mercurial.share_gone': entry(
    'broken_source',
    (p: { url: string; folder: string }, work) =>
      `The repository at ${p.url} keeps no history of its own: it shares that of another one (hg share), which is not at ${p.folder} any more. Put that one back there, or give the address where it is now, and ${work.again}.`,
  ),
  'mercurial.no_file': entry(
    'broken_source',
    (p: { path: string }, work) =>
      `${p.path} is no file, or longer than Mercurial writes it: a pipe, a device or a link to one may lie in its place. Nothing of it was read. Copy the repository again from where it comes from, and ${work.again}.`,
  ),
  'mercurial.answer_too_large': entry(
    'broken_source',
    (p: { url: string }, work) =>
      `The server of ${p.url} sends more than Mercurial may hold here: an answer without end, or a revision larger than this machine can put together. Check the address; if it is right, ask who runs the server, and ${work.again}.`,
  ),
  'mercurial.clone_of_part': entry(
    'broken_source',
    (p: { url: string }, work) =>
      `The repository at ${p.url} is a clone of a part only: of some folders (narrow), or without what files held before (remotefilelog). Give the address of the repository that it was cloned from, and ${work.again}.`,
  ),
  'mercurial.treemanifest': entry(
    'broken_source',
    (p: { url: string }) =>
      `The repository at ${p.url} keeps its manifests as trees (treemanifest), which are not read here. Make a copy with "hg --config extensions.convert= convert <repository> <copy>" and import the copy; its changesets have other ids.`,
  ),
  'mercurial.refused': entry(
    'unreachable',
    (p: { url: string; said: string }) =>
      `The Mercurial server of ${p.url} did not send the repository.${itSays(p.said)} Check the address and your rights there, and try again.`,
  ),
  'mercurial.unreadable': entry(
    'broken_source',
    (p: { url: string }) =>
      `Mercurial could not read ${p.url}. The log has its message; check that "hg verify" finds no fault in the source.`,
  ),
  'mercurial.unusable': entry(
    'broken_source',
    (p: { url: string; what: Sentence }, work) =>
      `What Mercurial sent of ${p.url} could not be used: ${work.say(p.what)}. Check the source with "hg verify", then ${work.again}.`,
  ),
};
