/** Choices for repositories; they follow their owners'. */

import { type Said, say } from '../../../../language/sentence.ts';
import { isRepositoryName, whyNoRepositoryName } from '../../../repositories/repository-names.ts';
import type { ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';
import { type ArchiveNames, type ChosenChoices, choiceKey, refuseSharedTargets } from './chosen.ts';
import { freeRepository, type Installation, repositoryIsHere } from './names.ts';

/** Where the repositories of an owner go. */
type Owner = { kind: 'login'; login: string } | { kind: 'skipped' } | { kind: 'unknown' };

export function repositoryChoices(
  archive: ArchiveNames,
  chosen: ChosenChoices,
  here: Installation,
  accounts: readonly RestoreChoice[],
): RestoreChoice[] {
  const ownerOf = owners(accounts, here);
  /** Logins that will be there after the restore, as spelled. */
  const logins = new Map([...here.accounts].map(([key, { login }]) => [key, login]));
  for (const { action, target } of accounts) {
    if (action === 'import' || action === 'rename') logins.set(target.toLowerCase(), target);
  }
  const taken = new Set(archive.repositories.map((name) => name.toLowerCase()));
  const isTaken = (name: string) => taken.has(name.toLowerCase()) || repositoryIsHere(here, name);
  const choices = archive.repositories.map((source): RestoreChoice => {
    const [login = '', name = ''] = source.split('/');
    const owner = ownerOf(login);
    const wanted = `${owner.kind === 'login' ? owner.login : login}/${name}`;
    const conflict = owner.kind === 'login' && repositoryIsHere(here, wanted);
    const own = chosen.get(choiceKey('repository', source));
    const { action, target } = own ?? defaultOf(owner, name, wanted, conflict, isTaken);
    if (own === undefined && action === 'rename') taken.add(target.toLowerCase());
    const effective = action === 'import' ? wanted : action === 'skip' ? source : spelled(action, target, here, logins);
    return {
      model_name: 'repository',
      source,
      action,
      target: effective,
      conflict,
      problem: problemOf(action, effective, owner, login, here, logins),
    };
  });
  refuseSharedTargets(choices, (target, first) =>
    say('"{first}" of the archive becomes "{target}" already. Choose another name.', { first, target }),
  );
  return choices;
}

/** What is here, or will be, is meant as it is spelled: the owner's folder has that name. */
function spelled(
  action: ChoiceRow['action'],
  target: string,
  here: Installation,
  logins: ReadonlyMap<string, string>,
): string {
  if (action === 'map') return here.repositories.get(target.toLowerCase()) ?? target;
  const [login = '', ...rest] = target.split('/');
  return [logins.get(login.toLowerCase()) ?? login, ...rest].join('/');
}

function owners(accounts: readonly RestoreChoice[], here: Installation): (login: string) => Owner {
  const choices = new Map(accounts.map((choice) => [choice.source.toLowerCase(), choice]));
  return (login) => {
    const choice = choices.get(login.toLowerCase());
    if (choice?.action === 'skip') return { kind: 'skipped' };
    if (choice !== undefined) return { kind: 'login', login: choice.target };
    // The archive has no record of the owner: whoever is called so here.
    const known = here.accounts.get(login.toLowerCase());
    return known === undefined ? { kind: 'unknown' } : { kind: 'login', login: known.login };
  };
}

function defaultOf(
  owner: Owner,
  name: string,
  wanted: string,
  conflict: boolean,
  isTaken: (fullName: string) => boolean,
): Pick<ChoiceRow, 'action' | 'target'> {
  if (owner.kind === 'skipped') return { action: 'skip', target: wanted };
  if (owner.kind === 'login' && (conflict || !isRepositoryName(name))) {
    return { action: 'rename', target: freeRepository(owner.login, name, isTaken) };
  }
  return { action: 'import', target: wanted };
}

function problemOf(
  action: ChoiceRow['action'],
  target: string,
  owner: Owner,
  login: string,
  here: Installation,
  logins: ReadonlyMap<string, string>,
): Said | null {
  if (action === 'skip') return null;
  if (action === 'map') {
    if (here.repositories.has(target.toLowerCase())) return null;
    return say('There is no repository "{target}" here. Choose one that exists.', { target });
  }
  if (action === 'import' && owner.kind === 'skipped') {
    return say(
      '"{login}", which it belongs to, is left out. Leave the repository out too, or give it another owner and name.',
      { login },
    );
  }
  if (action === 'import' && owner.kind === 'unknown') {
    return say(
      'There is nobody called "{login}" here or in the archive. Give the repository another owner and name, or leave it out.',
      { login },
    );
  }
  const [targetOwner = '', name = '', ...rest] = target.split('/');
  if (rest.length > 0 || name === '') return say('"{target}" is not of the form owner/name.', { target });
  if (!logins.has(targetOwner.toLowerCase())) {
    return say('There is nobody called "{login}" here, and the restore makes nobody of that name.', {
      login: targetOwner,
    });
  }
  if (!isRepositoryName(name)) {
    return whyNoRepositoryName(name);
  }
  const known = here.repositories.get(target.toLowerCase());
  if (known !== undefined)
    return say('The repository "{name}" exists here already. Choose another name.', { name: known });
  if (repositoryIsHere(here, target)) {
    return say('A folder of the name "{name}" is in the way. Move it away or choose another name.', { name: target });
  }
  return null;
}
