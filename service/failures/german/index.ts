/** Every failure in German. The compiler holds it to the English catalogue: the same keys, made of the same facts. */
import type { CATALOGUE } from '../catalogue/index.ts';
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
import type { Sentences } from './sentences.ts';
import { subversion } from './subversion.ts';
import { tfvc } from './tfvc.ts';
import { tools } from './tools.ts';
import { updates } from './updates.ts';
import { work } from './work.ts';

export const GERMAN: Sentences<typeof CATALOGUE> = {
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
