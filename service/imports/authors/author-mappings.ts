import { setImmediate as breathe } from 'node:timers/promises';
import type { AuthorQuery, AuthorRow, AuthorTable } from '../../store/import-authors.ts';
import type { ImportRecord } from '../../store/imports.ts';
import type { Listing } from '../../store/listing.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';

/** Authors changed in one transaction: a few milliseconds. */
const AUTHOR_BATCH = 200;
/** Authors read in one statement: a few milliseconds. */
const AUTHORS_READ = 500;

interface Mapping {
  id: number;
  name: string;
  email: string;
}

/** Who authors of imports are; applies at the next mapping. */
export class AuthorMappings {
  readonly #table: AuthorTable;
  readonly #changed: (record: ImportRecord) => void;

  /** @param changed told of an import whose authors were mapped */
  constructor(table: AuthorTable, changed: (record: ImportRecord) => void) {
    this.#table = table;
    this.#changed = changed;
  }

  /** All authors of an import that fit, in the order in which they were found, some at a time. */
  *each(importId: number, query: Pick<AuthorQuery, 'sinceId' | 'sinceTime' | 'text'> = {}): Generator<AuthorRow[]> {
    for (let sinceId = query.sinceId ?? 0; ; ) {
      const rows = this.#table.find(importId, { ...query, sinceId, limit: AUTHORS_READ });
      if (rows.length === 0) return;
      yield rows;
      sinceId = rows.at(-1)?.id ?? sinceId;
    }
  }

  count(importId: number, query: AuthorQuery): number {
    return this.#table.count(importId, query);
  }

  /** The authors of an import that a query asks for. */
  find(importId: number, query: AuthorQuery): Listing<AuthorRow> {
    return { rows: this.#table.find(importId, query), total: this.#table.count(importId, query) };
  }

  byId(importId: number, id: number): AuthorRow | undefined {
    return this.#table.byId(importId, id);
  }

  /** @returns how many authors were changed */
  async set(record: ImportRecord, mappings: readonly Mapping[], byList = false): Promise<number> {
    let updated = 0;
    for (let at = 0; at < mappings.length; at += AUTHOR_BATCH) {
      updated += this.#table.setMappings(record.id, mappings.slice(at, at + AUTHOR_BATCH), byList);
      await breathe();
    }
    if (updated > 0) this.#changed(record);
    return updated;
  }

  /**
   * Sets the mappings of a map by the authors' names in the source.
   * @param by `person` wins over everything; `list` leaves alone what a person mapped; `update` leaves every mapping alone
   */
  async setByName(
    record: ImportRecord,
    entries: readonly MapEntry[],
    by: 'person' | 'list' | 'update' = 'person',
  ): Promise<{ matched: number; unmatched: number }> {
    const mappings: Mapping[] = [];
    let unmatched = 0;
    for (const [index, { remote_name, name, email }] of entries.entries()) {
      const authors = this.#table.byRemoteName(record.id, remote_name);
      if (authors.length === 0) unmatched += 1;
      const wanted = authors.filter(
        (author) => by === 'person' || author.mapped_name === null || (by === 'list' && author.mapped_by_list === 1),
      );
      mappings.push(...wanted.map(({ id }) => ({ id, name, email })));
      if (index % AUTHOR_BATCH === 0) await breathe();
    }
    return { matched: await this.set(record, mappings, by !== 'person'), unmatched };
  }
}
