/** The refs that an import wrote, as a thread sees them: it reads the database, and the main thread writes there. */
import { join } from 'node:path';
import { readPackedNow, writePacked } from '../../files/packed-file.ts';
import { refsOfImport } from '../../store/recorded-refs.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { OwnedRefs, RecordedRefs } from './publish.ts';
import { refsAsBytes } from './ref-bytes.ts';

/** Where the refs of an import are recorded. */
export interface RefsPlace {
  dataFolder: string;
  importId: number;
  /** Folder `imports/<id>`. */
  folder: string;
}

/** The main thread's part. */
export interface RefsKeeper {
  /** Resolves when all of them are recorded. */
  own(refs: Uint8Array): Promise<void>;
  disown(refs: Uint8Array): void;
}

/** What may be asked without anybody who writes. */
export function recordedRefs({ dataFolder, importId, folder }: RefsPlace): RecordedRefs {
  return {
    recorded: () => refsOfImport(dataFolder, importId),
    begun: () => new Set(readPublished(join(folder, FILE)).map(({ name, oid }) => `${oid} ${name}`)),
  };
}

/** The refs that an import wrote, of one that writes more. */
export function ownedRefs(place: RefsPlace, keeper: RefsKeeper): OwnedRefs {
  return {
    ...recordedRefs(place),
    add: async (refs, before) => {
      // A crash leaves the refs as they were or as they shall be: both are this import's.
      await writePacked(join(place.folder, FILE), jsonPieces([...before, ...refs]));
      await keeper.own(refsAsBytes(refs));
    },
    remove: async (names) => keeper.disown(refsAsBytes(names.map((name) => ({ name, oid: '' })))),
  };
}

const FILE = 'published-refs.json';
/** Refs written at once. */
const BATCH_SIZE = 1000;

/** A list of refs as JSON, some at a time. */
export function* jsonPieces(refs: readonly MappedRef[]): Generator<string> {
  for (let at = 0; at < refs.length; at += BATCH_SIZE) {
    const batch = refs.slice(at, at + BATCH_SIZE).map((ref) => JSON.stringify(ref));
    yield `${at === 0 ? '[' : ','}${batch.join()}`;
  }
  yield refs.length === 0 ? '[]' : ']';
}

/** The database has the same of all that was finished: a damaged file says nothing. */
function readPublished(file: string): MappedRef[] {
  try {
    return JSON.parse(readPackedNow(file) ?? '[]') as MappedRef[];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
