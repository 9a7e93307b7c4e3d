/** What ends an import, whatever its source is. */
import type { Sentence } from '../../../language/sentence.ts';
import { whenAsked } from '../../../language/when-asked.ts';
import { entry, type InnerFailure } from '../entry.ts';

const kinds = whenAsked(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }));

export const imports = {
  'import.refs_not_written': entry(
    'internal',
    (_p, work) => `The refs could not be written into the repository. ${work.Again}; the log has the detail.`,
  ),
  'import.not_finished': entry(
    'internal',
    (_p, work) => `The repository could not be finished. ${work.Again}; the log has the detail.`,
  ),
  'import.repository_lost': entry(
    'internal',
    (_p, work) =>
      `The folder of the repository was missing when Gantry started: what this import published is lost, and an empty repository is in its place. ${work.Again}, or put the folder back while Gantry is closed.`,
  ),
  'import.repository_damaged': entry(
    'internal',
    (p: { damage: Sentence }, work) =>
      `The repository was found damaged when Gantry started: ${work.say(p.damage)}. What this import published cannot all be read. ${work.Again}; what somebody pushed since then has to be pushed again.`,
  ),
  'import.fetched_damaged': entry(
    'internal',
    (p: { file: string }, work) =>
      `The file ${p.file} of what was fetched is damaged. ${work.Again}: everything is fetched again then.`,
  ),
  'import.removed': entry('cancelled', () => 'The import was removed.'),
  'import.source_unknown': entry(
    'internal',
    () => 'The kind of the source is not known. Cancel the import and start it again.',
  ),
  'source.empty': entry('empty', (_p, work) =>
    // Programs know an import's end by these words (bitbucket-hg-exporter).
    work.operation === 'import'
      ? 'The imported repository is empty.'
      : 'This repository is empty: nothing was ever committed to it. Commit something there, or give another address.',
  ),
  'repository.not_read_back': entry(
    'internal',
    (_p, work) => `The published repository could not be read back. ${work.Again}; the log has the detail.`,
  ),
  'import.nothing_fetched': entry('internal', (_p, work) => `There is nothing to map yet. ${work.Again}.`),
  'import.raw_history_not_stored': entry(
    'internal',
    (_p, work) =>
      `The raw history could not be stored in the staging repository. ${work.Again}; the log has the detail.`,
  ),
  'import.files_not_listed': entry(
    'internal',
    (_p, work) => `The files could not be listed for verification. ${work.Again}; the log has the detail.`,
  ),
  'import.nothing_mapped': entry(
    'internal',
    (_p, work) => `The mapping left nothing to verify against. ${work.Again}.`,
  ),
  'import.no_list_of_made': entry(
    'internal',
    () =>
      'It was imported by an earlier version of Gantry, which kept no list of what each revision became, so there is nothing to compare one by one. Start the import again, then compare.',
  ),
  'import.nothing_found': entry(
    'not_found',
    (p: { url: string }, work) =>
      `No repository that can be imported was found at ${p.url}. Check the address and ${work.again}.`,
  ),
  'import.no_such_repository': entry(
    'not_found',
    (p: { url: string; systems: readonly string[] }, work) =>
      `No ${kinds().format(p.systems)} repository was found at ${p.url}. Check the address and ${work.again}.`,
  ),
  'import.other_system': entry(
    'not_found',
    (p: { url: string; named: string; system: string; vcs: string }, work) =>
      `No ${p.named} repository was found at ${p.url}: what lies there is one of ${p.system}. Give ${p.vcs} as its system (vcs), or none, so that Gantry finds that out, and ${work.again}.`,
  ),
  'import.nothing_left_out': entry(
    'internal',
    (p: { system: string; folders: readonly string[] }, work) =>
      `The layout that was chosen leaves out ${p.folders.join(', ')}, and no folder of a ${p.system} source can be left out. Nothing was imported. Choose a layout with an empty left_out, and ${work.again}.`,
  ),
  'import.page': entry(
    'not_found',
    (p: { url: string; repository: string }, work) =>
      `There is no repository at ${p.url}, which looks like the address of a page. There is one at ${p.repository}: if that is meant, give that address and ${work.again}.`,
  ),
  'import.destination_not_empty': entry(
    'internal',
    (p: { ref: string; refs: number }) =>
      `The destination is not empty: it holds ${p.refs === 1 ? 'the ref' : `${p.refs} refs, among them`} ${p.ref}. Import into a new repository, or remove what is in this one first.`,
  ),
  'import.somebody_pushed': entry(
    'internal',
    (p: { ref: string; commit: string }) =>
      `Somebody pushed to ${p.ref} since it was imported (${p.commit}), and that would be lost. Import into a new repository, or move that ref away first. Nothing was changed.`,
  ),
  'import.cut_off': entry(
    'auth',
    (p: { url: string }) =>
      `Gantry was closed while this import ran, and its password is not kept. Enter the user name and the password of ${p.url} again to go on.`,
  ),
  'import.login_refused_before': entry(
    'auth',
    (p: { host: string }) =>
      `${p.host} refused this login just before. It was not tried again for this import, as servers lock an account that is tried too often. Give the right password; or, if the server takes this login now, wait a minute and try again.`,
  ),
  'import.asks_for_login': entry('auth', () => 'The source asks for a user name and a password. Enter them to go on.'),
  'import.several_projects': entry('internal', () => 'Several projects were found. Choose one.'),
  'import.authors_unknown': entry(
    'internal',
    () =>
      'Authors have no address, and the people book does not know them. Open the import, say who they are, and publish it.',
  ),
  'import.waits_for_release': entry(
    'internal',
    () => 'What was fetched is not published yet. Open the import, check its branches and authors, and publish it.',
  ),
  'import.was_cancelled': entry('cancelled', () => 'The import was cancelled.'),
  'source.redirected': entry(
    'unreachable',
    (p: { failure: InnerFailure; target: string }, work) =>
      `${work.sentenceOf(p.failure)} The server sent Gantry on to ${p.target}: use that address, with a login for it where it asks for one.`,
  ),
  'import.running': entry(
    'internal',
    (p: { repository: string }) => `An import into ${p.repository} is running. Cancel it first, or wait for its end.`,
  ),
};
