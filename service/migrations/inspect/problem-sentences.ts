/** What is said of several records or files of an archive at once, of one as well as of many. */
import { counted, type Said, say } from '../../../language/sentence.ts';

/** Records of one kind, and one of them. */
interface Records {
  count: number;
  /** Their plural, as files of archives are named by it. */
  kind: string;
  example: string;
}

export function ofUnknownRepositories({ count, kind, example }: Records): Said {
  return count === 1
    ? say(
        '1 record of {kind} belongs to a repository of which the archive has no record: {example}. It is not restored.',
        { kind, example },
      )
    : say(
        '{count} records of {kind} belong to repositories of which the archive has no record, such as {example}. They are not restored.',
        { count: counted(count), kind, example },
      );
}

export function ofNoRepository({ count, kind, example }: Records): Said {
  return count === 1
    ? say('1 record of {kind} belongs to no repository: {example}. It is not restored.', { kind, example })
    : say('{count} records of {kind} belong to no repository, such as {example}. They are not restored.', {
        count: counted(count),
        kind,
        example,
      });
}

export function ofOtherPlaces({ count, kind, example }: Records): Said {
  return count === 1
    ? say(
        '1 record of {kind} has an address of another place than the rest of the archive: {example}. It is not restored.',
        { kind, example },
      )
    : say(
        '{count} records of {kind} have an address of another place than the rest of the archive, such as {example}. They are not restored.',
        { count: counted(count), kind, example },
      );
}

export function filesOfNoRecord(count: number, example: string): Said {
  return count === 1
    ? say('1 file belongs to no record: {example}. It is not restored.', { example })
    : say('{count} files belong to no record, such as {example}. They are not restored.', {
        count: counted(count),
        example,
      });
}

/** Of files that records name and that no restore brings. */
export function filesAtOtherPlaces(count: number, example: string): Said {
  return count === 1
    ? say(
        '1 file that a record names is at a place that Gantry does not know, and is not restored: {example}. Take it out of the archive with tar if you need it.',
        { example },
      )
    : say(
        '{count} files that records name are at places that Gantry does not know, and are not restored, such as {example}. Take them out of the archive with tar if you need them.',
        { count: counted(count), example },
      );
}

export function filesOfNoKind(count: number, example: string): Said {
  return count === 1
    ? say('1 file of the archive is of no kind that Gantry knows: {example}. It is not read and not restored.', {
        example,
      })
    : say(
        '{count} files of the archive are of no kind that Gantry knows, such as {example}. They are not read and not restored.',
        { count: counted(count), example },
      );
}

export function recordsOfNoKind(count: number, example: string): Said {
  return count === 1
    ? say(
        '1 file of records of the archive is of no kind that Gantry knows: {example}. Its records are not read and not restored.',
        { example },
      )
    : say(
        '{count} files of records of the archive are of no kind that Gantry knows, such as {example}. Their records are not read and not restored.',
        { count: counted(count), example },
      );
}

/** @param first where the first one stands */
export function largeNumbers(count: number, { field, subject }: { field: string; subject: string }): Said {
  return count === 1
    ? say(
        '1 number is too large to be kept as it is: "{field}" of {subject}. It is restored rounded, or empty where it is larger than any number that can be kept.',
        { field, subject },
      )
    : say(
        '{count} numbers are too large to be kept as they are, such as "{field}" of {subject}. They are restored rounded, or empty where they are larger than any number that can be kept.',
        { count: counted(count), field, subject },
      );
}

export function moreMissingFiles(count: number, table: string): Said {
  return count === 1
    ? say('1 more file of {table} is not in the archive.', { table })
    : say('{count} more files of {table} are not in the archive.', { count: counted(count), table });
}

/** @param missing what a field of records names: the first ones, and how many there are beside them */
export function namesWhatIsMissing(
  { field, count, kind }: { field: string; count: number; kind: string },
  { examples, more }: { examples: string; more: number },
): Said {
  const records = count === 1 ? say('1 record') : say('{count} records', { count: counted(count) });
  const values = { field, records, kind, examples };
  return more > 0
    ? say('"{field}" of {records} of {kind} names what is not in the archive: {examples} and {count} more.', {
        ...values,
        count: counted(more),
      })
    : say('"{field}" of {records} of {kind} names what is not in the archive: {examples}.', values);
}
