import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { identityLine } from '../../git/commit-object.ts';
import { isNotesRef } from '../../git/rewrite/notes.ts';
import { ATTRIBUTES_NAME } from '../../lfs/convert/attributes.ts';
import { pointerId } from '../../lfs/convert/lfs-objects.ts';
import { identityKey } from '../../sources/commits/identity-key.ts';
import type { Conversion, MapResult } from '../../sources/source.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Check } from '../../vocabulary/report.ts';
import { ownMapping } from '../steps/own-mapping.ts';
import { compareHistories, type HistoryRules } from './compare-histories.ts';

/** Where the history is as it was before anything was made anew, and its refs. */
interface Before {
  repository: string;
  refs: MapResult['refs'];
  people: HistoryRules['people'];
}

/**
 * Whether commits and tags that were made anew, as authors were mapped, large files converted, ignored files translated or
 * messages rewritten, are in everything else what they were: each one of them.
 * @param mapped what was published, without the notes that Gantry wrote
 * @param folder the import's
 */
export async function rewrittenChecks(
  { wishes }: Pick<ImportRecord, 'wishes'>,
  { repositoryPath, folder, signal }: { repositoryPath: string; folder: string; signal: AbortSignal },
  mapped: MapResult,
): Promise<Check[]> {
  const before = beforeOf(mapped, folder);
  if (before === null) return [];
  const now = new Map(mapped.refs.map(({ name, oid }) => [name, oid]));
  const refs = before.refs.flatMap((ref) => {
    const after = now.get(ref.name);
    return isNotesRef(ref) || after === undefined ? [] : [{ before: ref.oid, after }];
  });
  const rules: HistoryRules = {
    people: before.people,
    ...{ blobs: blobsOf(mapped.conversion), messages: mapped.retold === undefined },
    everywhere: new Set(mapped.conversion?.choice === 'opt_in' ? [ATTRIBUTES_NAME] : []),
    atTop: new Set(wishes.gitignore ? ['.gitignore'] : []),
  };
  const what = rules.messages
    ? say('commits and tags made anew that have the same parents, dates, messages, files and mapped authors')
    : say('commits and tags made anew that have the same parents, dates, files and mapped authors');
  const check = (expected: Said | string, found: Said | string, ok: boolean): Check => ({
    ...{ subject: say('All refs'), what, expected, found, ok },
  });
  try {
    const sides = { before: before.repository, after: repositoryPath, signal };
    const { total, same, examples } = await compareHistories(sides, refs, rules);
    if (total === 0) return [];
    const found = total === same ? String(same) : say('{same}. {examples}', { same, examples });
    return [check(String(total), found, total === same)];
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure)) throw error;
    return [check(say('all'), say('They could not be read.'), false)];
  }
}

/** @returns null where nothing can have been made anew */
function beforeOf(mapped: MapResult, folder: string): Before | null {
  const own = ownMapping(mapped);
  const { came } = own.mapped;
  if (came !== undefined) {
    const people = [...came.identities].map(([key, identity]) => [key, keyOfLine(identityLine(identity))] as const);
    return { repository: join(folder, 'staging.git'), refs: came.refs, people: new Map(people) };
  }
  return own.repository === null ? null : { repository: own.repository, refs: own.mapped.refs, people: new Map() };
}

function blobsOf(conversion: Conversion | undefined): HistoryRules['blobs'] {
  return new Map(conversion?.blobs.map(({ oid, object }) => [oid, object === null ? null : pointerId(object)]));
}

/** As `partsOf` reads it. */
function keyOfLine(line: string): string {
  const [, name = '', email = ''] = /^(.*) <(.*)>$/s.exec(line) ?? [];
  return identityKey(name, email);
}
