/** Choices for users and organizations. */
import { type Said, say } from '../../../../language/sentence.ts';
import { isLogin } from '../../../accounts/login-names.ts';
import type { ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';
import { type ArchiveNames, type ChosenChoices, choiceKey, refuseSharedTargets } from './chosen.ts';
import { freeLogin, type Installation } from './names.ts';

type AccountModel = 'user' | 'organization';

const KINDS = {
  user: {
    type: 'User',
    nobody: (login: string) => say('There is nobody called "{login}" here. Choose a user that exists.', { login }),
    other: (login: string) => say('"{login}" is an organization here, not a user. Choose a user.', { login }),
  },
  organization: {
    type: 'Organization',
    nobody: (login: string) =>
      say('There is nobody called "{login}" here. Choose an organization that exists.', { login }),
    other: (login: string) => say('"{login}" is a user here, not an organization. Choose an organization.', { login }),
  },
} as const;

export function accountChoices(archive: ArchiveNames, chosen: ChosenChoices, here: Installation): RestoreChoice[] {
  // Names of the archive are not given to others.
  const taken = new Set([...archive.organizations, ...archive.users].map((login) => login.toLowerCase()));
  const isTaken = (login: string) => taken.has(login.toLowerCase()) || here.accounts.has(login.toLowerCase());
  const choose = (model: AccountModel, source: string): RestoreChoice => {
    const known = here.accounts.get(source.toLowerCase());
    const own = chosen.get(choiceKey(model, source));
    const { action, target } = own ?? defaultOf(model, source, known, isTaken);
    if (own === undefined && action === 'rename') taken.add(target.toLowerCase());
    return {
      model_name: model,
      source,
      action,
      target: targetOf(action, source, target, here),
      conflict: known !== undefined,
      problem: problemOf(model, action, action === 'import' ? source : target, here),
    };
  };
  const choices = [
    ...archive.organizations.map((login) => choose('organization', login)),
    ...archive.users.map((login) => choose('user', login)),
  ];
  refuseSharedTargets(choices, (target, first) =>
    say('"{first}" of the archive gets the login "{target}" already. Choose another one.', { first, target }),
  );
  return choices;
}

/** Whoever is here is meant as spelled here: folders and records go by that. */
function targetOf(action: ChoiceRow['action'], source: string, target: string, here: Installation): string {
  if (action === 'map') return here.accounts.get(target.toLowerCase())?.login ?? target;
  return action === 'rename' ? target : source;
}

/** What exists is used; a name that cannot be made here is changed. */
function defaultOf(
  model: AccountModel,
  source: string,
  known: { login: string; type: 'User' | 'Organization' } | undefined,
  isTaken: (login: string) => boolean,
): Pick<ChoiceRow, 'action' | 'target'> {
  if (known?.type === KINDS[model].type) return { action: 'map', target: known.login };
  if (known !== undefined || !isLogin(source)) return { action: 'rename', target: freeLogin(source, isTaken) };
  return { action: 'import', target: source };
}

function problemOf(model: AccountModel, action: ChoiceRow['action'], target: string, here: Installation): Said | null {
  if (action === 'skip') return null;
  const known = here.accounts.get(target.toLowerCase());
  if (action === 'map') {
    if (known === undefined) return KINDS[model].nobody(target);
    return known.type === KINDS[model].type ? null : KINDS[model].other(known.login);
  }
  if (!isLogin(target)) {
    return say(
      '"{login}" cannot be a login: use letters, digits and single hyphens inside, at most 39 characters, and no name that Windows keeps for devices (con, aux, nul, com1).',
      { login: target },
    );
  }
  if (known !== undefined)
    return say('The login "{login}" is taken here. Choose another one, or map to it.', { login: known.login });
  return null;
}
