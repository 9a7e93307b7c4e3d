/** Choices for users and organizations. */
import { isLogin } from '../../../accounts/login-names.ts';
import type { ChoiceRow } from '../../../store/inspections.ts';
import type { RestoreChoice } from '../../../vocabulary/archive-contents.ts';
import { type ArchiveNames, type ChosenChoices, choiceKey, refuseSharedTargets } from './chosen.ts';
import { freeLogin, type Installation } from './names.ts';

type AccountModel = 'user' | 'organization';

const KINDS = {
  user: { type: 'User', a: 'a user' },
  organization: { type: 'Organization', a: 'an organization' },
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
  refuseSharedTargets(
    choices,
    (target, first) => `"${first}" of the archive gets the login "${target}" already. Choose another one.`,
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

function problemOf(
  model: AccountModel,
  action: ChoiceRow['action'],
  target: string,
  here: Installation,
): string | null {
  if (action === 'skip') return null;
  const known = here.accounts.get(target.toLowerCase());
  const { type, a } = KINDS[model];
  if (action === 'map') {
    if (known === undefined) return `There is nobody called "${target}" here. Choose ${a} that exists.`;
    if (known.type === type) return null;
    return `"${known.login}" is ${known.type === 'User' ? 'a user' : 'an organization'} here, not ${a}. Choose ${a}.`;
  }
  if (!isLogin(target)) {
    return `"${target}" cannot be a login: use letters, digits and single hyphens inside, at most 39 characters, and no name that Windows keeps for devices (con, aux, nul, com1).`;
  }
  if (known !== undefined) return `The login "${known.login}" is taken here. Choose another one, or map to it.`;
  return null;
}
