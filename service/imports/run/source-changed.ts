/** Changes of a source that a person must have seen before they are taken over. */
import { createHash } from 'node:crypto';
import { Failure } from '../../failures/failure.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { isOtherShape, type UpdateRow } from '../publish/update.ts';

/** The source does not have any more what was imported, and nobody said that it may go. */
export class SourceChanged extends Failure {
  readonly changes: readonly SourceChange[];

  /** @param otherShape whether it is so because other folders are branches and tags now */
  constructor(changes: readonly SourceChange[], otherShape: boolean) {
    const of = (kind: SourceChange['kind'], isTag: boolean) =>
      changes.filter((change) => change.kind === kind && change.name.startsWith('refs/tags/') === isTag).length;
    const first = (changes[0]?.name ?? '').replace(/^refs\/(heads|tags)\//, '');
    super(
      Failure.of(otherShape ? 'update.other_shape' : 'update.source_changed', {
        ...{ gone: of('gone', false), rewritten: of('rewritten', false), first },
        ...{ gone_tags: of('gone', true), moved_tags: of('rewritten', true) },
      }),
    );
    this.changes = changes;
  }
}

/** Names a list of changes, so that a person confirms those that were shown and no others. */
export function confirmationOf(changes: readonly SourceChange[]): string {
  const sum = createHash('sha256');
  for (const { name, kind, before, after } of changes) {
    sum.update(`${JSON.stringify([name, kind, before.revision, after?.revision ?? null])}\n`);
  }
  return sum.digest('hex').slice(0, 32);
}

/** @throws SourceChanged when there are changes that were not confirmed */
export function requireConfirmed(changes: readonly SourceChange[], before: UpdateRow, now: ImportRecord): void {
  if (changes.length === 0 || confirmationOf(changes) === before.confirmed) return;
  throw new SourceChanged(changes, isOtherShape(before, now));
}
