/** What keeps a source of a list from being imported, or a list from being taken. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry, type InnerFailure } from '../entry.ts';

export const lists = {
  'list.named_twice': entry(
    'internal',
    (p: { repository: string }) => `${p.repository} is named twice in the list. Give this one another name.`,
  ),
  'list.unknown_system': entry(
    'internal',
    (p: { vcs: string }) => `"${p.vcs}" is not known. Use subversion, git, mercurial or tfvc, or leave it out.`,
  ),
  'list.no_owner': entry(
    'internal',
    (p: { login: string }) =>
      `There is no owner ${p.login} that you may import for. Make the organization first, or name another.`,
  ),
  'list.name_taken': entry(
    'internal',
    (p: { repository: string }) => `The name ${p.repository} is taken. Name another repository.`,
  ),
  'list.single_sign_on': entry(
    'internal',
    (p: { login: string }) =>
      `${p.login} enforces single sign-on: tokens made with a password cannot reach it. Use the login and password, or have the token allowed for it.`,
  ),
  'list.bad_name': entry(
    'internal',
    (p: { name: string }) =>
      `"${p.name}" cannot be a repository's name. Use letters, digits, dots, hyphens and underscores, and none that Windows keeps for itself, such as aux.`,
  ),
  'list.repository_not_empty': entry(
    'internal',
    (p: { repository: string }) => `${p.repository} exists already and is not empty. Name another repository.`,
  ),
  'list.login_not_one_line': entry(
    'internal',
    () => 'A user name and a password are one line each, without control characters.',
  ),
  'list.login_refused': entry(
    'auth',
    (p: { host: string }) =>
      `${p.host} refused this login for other lines of the list. It was not tried for this one, as servers lock an account that is tried too often. Load the list again with the right password; or have the list try again, if the server takes this login now.`,
  ),
  'list.refused': entry('internal', (p: { problem: Sentence }, work) => work.say(p.problem)),
  'list.nothing_importable': entry(
    'internal',
    (p: { line: number; failure: InnerFailure }, work) =>
      `Nothing of this list can be imported. Line ${p.line}: ${work.sentenceOf(p.failure)}`,
  ),
  'list.line_refused': entry(
    'internal',
    (p: { line: number; failure: InnerFailure }, work) => `Line ${p.line}: ${work.sentenceOf(p.failure)}`,
  ),
  'list.started_already': entry(
    'internal',
    () => 'This list was started already. Load it again to import what it names once more.',
  ),
  'list.nothing_left': entry('internal', () => 'Nothing of this list can be imported. Correct it, and load it again.'),
  'list.runs': entry(
    'internal',
    () => 'Imports of this list run or wait. Stop the queue, and let the running ones end first.',
  ),
  'list.owner_gone': entry(
    'internal',
    (p: { login: string }) => `The owner ${p.login} is gone. Make it again, and try again.`,
  ),
  'list.repository_thrown_away': entry(
    'internal',
    (p: { repository: string }) =>
      `${p.repository} was thrown away. Take it back while it is in the trash, or have the list try again: the source then gets a new repository.`,
  ),
  'list.other_import': entry(
    'internal',
    (p: { repository: string }) =>
      `${p.repository} has an import of its own already. Cancel that one, or name another repository in the list and load it again.`,
  ),
};
