/** Every failure that a person can read, by key. A test holds that no key is used twice and that none is unused. */
import { addresses } from './addresses.ts';
import { archives } from './archives.ts';
import { connection } from './connection.ts';
import { exports } from './exports.ts';
import { git } from './git.ts';
import { imports } from './imports.ts';
import { lfs } from './lfs.ts';
import { lists } from './lists.ts';
import { mercurial } from './mercurial.ts';
import { network } from './network.ts';
import { push } from './push.ts';
import { restore } from './restore.ts';
import { subversion } from './subversion.ts';
import { tfvc } from './tfvc.ts';
import { tools } from './tools.ts';
import { updates } from './updates.ts';
import { work } from './work.ts';

export const CATALOGUE = {
  ...addresses,
  ...archives,
  ...connection,
  ...exports,
  ...git,
  ...imports,
  ...lfs,
  ...lists,
  ...mercurial,
  ...network,
  ...push,
  ...restore,
  ...subversion,
  ...tfvc,
  ...tools,
  ...updates,
  ...work,
};

export type FailureKey = keyof typeof CATALOGUE;

export type FailureParameters<Key extends FailureKey> = Parameters<(typeof CATALOGUE)[Key]['text']>[0];
