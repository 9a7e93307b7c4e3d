/** Bodies about imports, checked beyond their shape. */

import { z } from '@hono/zod-openapi';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { sentenceFor } from '../../failures/language.ts';
import { type Address, InvalidAddress, isOneLine, readGivenAddress } from '../../sources/address.ts';
import { readVcs, sourceOf } from '../../sources/index.ts';
import { folderRefusal } from '../../sources/local/folder-addresses.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { type Credentials, isNameAlone } from '../../vocabulary/credentials.ts';
import type { Layout, Vcs } from '../../vocabulary/history.ts';
import type { Wishes } from '../../vocabulary/wishes.ts';
import { mayNameFolders } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { ApiError, invalid } from '../shared/errors.ts';
import { layoutSchema } from './import-schemas.ts';

/** Text that may be left out; some clients send null for that. */
const text = z.string().nullish();

/** What a person asks for beside the source's own history. */
const wishesShape = {
  write_notes: z.boolean().nullish(),
  rewrite_messages: z.boolean().nullish(),
  translate_hgignore: z.boolean().nullish(),
  leave_out_labels: z.boolean().nullish(),
};

export const wantedLayoutSchema = layoutSchema.extend({ left_out: z.array(z.string()).optional() });

export const startSchema = z.object({
  vcs_url: z.string(),
  vcs: text,
  vcs_username: text,
  vcs_password: text,
  remember_credentials: z.boolean().nullish(),
  tfvc_project: text,
  svn_root: text,
  hold_before_push: z.boolean().nullish(),
  /** Waits as `hold_before_push` does where authors have no address and the people book does not know them. */
  hold_for_new_authors: z.boolean().nullish(),
  include_hidden_refs: z.boolean().nullish(),
  layout: wantedLayoutSchema.nullish(),
  ...wishesShape,
});

export const changeSchema = z.object({
  vcs: text,
  vcs_username: text,
  vcs_password: text,
  remember_credentials: z.boolean().nullish(),
  tfvc_project: text,
  svn_root: text,
  human_name: text,
  hold_before_push: z.boolean().nullish(),
  include_hidden_refs: z.boolean().nullish(),
  layout: wantedLayoutSchema.nullish(),
  ...wishesShape,
});

/** What an address is given for, and what the caller calls it. */
interface AddressUse {
  use: 'source' | 'target';
  resource: string;
  field: string;
}

const SOURCE: AddressUse = { use: 'source', resource: 'Import', field: 'vcs_url' };

/** @returns undefined where none was named */
export function readWishes(body: z.infer<z.ZodObject<typeof wishesShape>>): Partial<Wishes> | undefined {
  const { write_notes, rewrite_messages, translate_hgignore, leave_out_labels } = body;
  const wishes: Partial<Wishes> = {};
  if (typeof write_notes === 'boolean') wishes.notes = write_notes;
  if (typeof rewrite_messages === 'boolean') wishes.messages = rewrite_messages;
  if (typeof translate_hgignore === 'boolean') wishes.gitignore = translate_hgignore;
  if (typeof leave_out_labels === 'boolean') wishes.withoutLabels = leave_out_labels;
  return Object.keys(wishes).length > 0 ? wishes : undefined;
}

/** @throws ApiError 422, and 403 for a folder of this machine that the caller may not name */
export async function checkAddress(
  engine: Rooms<'dataFolder'>,
  c: ApiContext,
  text: string,
  what: AddressUse = SOURCE,
): Promise<Address> {
  let address: Address;
  try {
    address = readGivenAddress(text);
  } catch (error) {
    if (error instanceof InvalidAddress) throw invalid(what.resource, what.field, 'invalid', error.said);
    throw error;
  }
  const { dataFolder } = engine;
  const refusal = await folderRefusal(address, { dataFolder, use: what.use, mayName: mayNameFolders(c) });
  if (refusal === null) return address;
  const sentence = sentenceFor(refusal, 'request');
  if (refusal.key === 'address.folder_right') throw new ApiError(403, sentence, undefined, {}, refusal.key);
  throw invalid(what.resource, what.field, 'invalid', sentence, refusal.key);
}

/**
 * Whether the caller may have the source of an import read again.
 * @throws ApiError as `checkAddress`
 */
export async function checkSource(engine: Rooms<'dataFolder'>, c: ApiContext, record: ImportRecord): Promise<void> {
  await checkAddress(engine, c, record.vcs_url);
}

/** @throws ApiError 422 for a system that is unknown */
export function checkVcs(name: string | null | undefined): Vcs | null {
  if (!name) return null;
  const vcs = readVcs(name);
  if (vcs === undefined) {
    throw invalid(
      'Import',
      'vcs',
      'invalid',
      say('"{vcs}" is not known. Use subversion, git, mercurial or tfvc, or leave it out.', { vcs: name }),
    );
  }
  return vcs;
}

/** @throws ApiError 422 for what no program could be given */
export function readCredentials(body: {
  vcs_username?: string | null | undefined;
  vcs_password?: string | null | undefined;
}): Credentials | null {
  return checkCredentials(
    { username: body.vcs_username, password: body.vcs_password },
    { resource: 'Import', username: 'vcs_username', password: 'vcs_password' },
  );
}

/**
 * @param names what the caller calls them
 * @throws ApiError 422 for control characters, such as a second line
 */
export function checkCredentials(
  given: { username?: string | null | undefined; password?: string | null | undefined },
  names: { resource: string; username: string; password: string },
): Credentials | null {
  const username = given.username ?? '';
  const password = given.password ?? '';
  if (username === '' && password === '') return null;
  for (const [value, field] of [
    [username, names.username],
    [password, names.password],
  ] as const) {
    if (isOneLine(value)) continue;
    throw invalid(
      names.resource,
      field,
      'invalid',
      say('A user name and a password are one line each, without control characters. Enter them again.'),
    );
  }
  return { username, password };
}

/** What an address is looked at with: what the request brings, what stood in the address, or what is remembered for it. */
export async function credentialsFor(
  engine: Rooms<'remembered'>,
  c: ApiContext,
  address: Address,
  given: Credentials | null,
): Promise<Credentials | null> {
  const named = given ?? address.credentials;
  if (named !== null && !isNameAlone(named)) return named;
  return (await engine.remembered.lookUp(c.get('account').id, address.url)) ?? named;
}

/**
 * Whether the keychain is to keep the credentials of a request.
 * @throws ApiError 422 when there is no keychain
 */
export async function checkRemember(
  engine: Rooms<'remembered'>,
  resource: string,
  wanted: boolean | null | undefined,
): Promise<boolean> {
  if (wanted !== true) return false;
  const { available, reason } = await engine.remembered.state();
  if (!available)
    throw invalid(resource, 'remember_credentials', 'unprocessable', reason ?? say('There is no keychain.'));
  return true;
}

/** A folder path of a layout: relative, without empty or dot segments. */
const FOLDER = /^(?!\/)(?!.*\/$)(?!.*\/\/)(?!(.*\/)?\.{1,2}(\/|$)).*$/s;

/**
 * @param vcs what the source is, as far as it is known
 * @throws ApiError 422
 */
export function checkLayout(
  wanted: Omit<Layout, 'left_out'> & { left_out?: string[] | undefined },
  vcs: string | null,
): Layout {
  const layout = { ...wanted, left_out: wanted.left_out ?? [] };
  const refuse = (field: string, sentence: Sentence) => invalid('Import', `layout.${field}`, 'invalid', sentence);
  for (const path of [layout.root, layout.trunk ?? '', ...layout.branches, ...layout.tags, ...layout.left_out]) {
    if (!FOLDER.test(path)) {
      throw refuse(
        'root',
        say('"{path}" is no folder of a repository: write it without a slash at either end.', { path }),
      );
    }
  }
  if (vcs === 'tfvc' && layout.left_out.length > 0) {
    throw refuse(
      'left_out',
      say(
        'No folder of a Team Foundation project is left out: what lies in no branch comes as the branch {branch}. Send left_out empty.',
        { branch: 'outside-branches' },
      ),
    );
  }
  // git-check-ref-format(1), for one branch name.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/^$|^[-/.]|[/.]$|\.\.|\/\/|\/\.|@\{|[\u0000-\u0020\u007f~^:?*[\\]|\.lock(\/|$)|^@$/.test(layout.default_branch)) {
    throw refuse(
      'default_branch',
      say(`"{branch}" cannot be a branch's name in Git. Choose another one.`, { branch: layout.default_branch }),
    );
  }
  if (layout.trunk === null && layout.branches.length === 0 && layout.tags.length === 0) {
    throw refuse('trunk', say('The layout names no folder that becomes a branch. Name one.'));
  }
  return layout;
}

/**
 * The project that a PATCH takes back out of `project_choices`: by `svn_root`, else `tfvc_project`, else
 * `human_name`, else the only one of its system. The whole repository may always be chosen.
 * @throws ApiError 422
 */
export function readChoice(record: ImportRecord, body: z.infer<typeof changeSchema>) {
  const { svn_root, tfvc_project, human_name } = body;
  const vcs = checkVcs(body.vcs);
  const picks = [svn_root, tfvc_project, human_name].some((value) => value !== undefined && value !== null);
  // Some clients send the whole import back: its own system is no choice.
  if (!picks && (vcs === null || vcs === record.vcs)) return undefined;
  const choices = record.project_choices.filter((choice) => vcs === null || choice.vcs === vcs);
  const matches = choices.filter((choice) => {
    if (typeof svn_root === 'string') return choice.svn_root === svn_root;
    if (typeof tfvc_project === 'string') return choice.tfvc_project === tfvc_project;
    return typeof human_name !== 'string' || choice.human_name === human_name;
  });
  const [match] = matches;
  if (match !== undefined && (picks || matches.length === 1)) {
    return { vcs: match.vcs, svn_root: match.svn_root ?? null, tfvc_project: match.tfvc_project ?? null };
  }
  const system = vcs ?? readVcs(record.vcs ?? '');
  if (svn_root === '' && (system === undefined || sourceOf(system)?.projectField === 'svn_root')) {
    return { vcs: system ?? 'subversion', svn_root: '', tfvc_project: null };
  }
  // Nothing was listed when the project that was asked for first is not there.
  const named = typeof tfvc_project === 'string' && tfvc_project !== '' && choices.length === 0;
  if (named && system !== undefined && sourceOf(system)?.projectField === 'tfvc_project') {
    return { vcs: system, svn_root: null, tfvc_project };
  }
  if (vcs !== null && !picks) return { vcs, svn_root: null, tfvc_project: null };
  throw invalid(
    'Import',
    typeof svn_root === 'string' ? 'svn_root' : typeof tfvc_project === 'string' ? 'tfvc_project' : 'human_name',
    'invalid',
    say('This is none of the project choices. Send one of them as it was listed.'),
  );
}
