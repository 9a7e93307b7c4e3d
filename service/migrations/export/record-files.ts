/** Records as the JSON files of an archive: at most 100 in one, numbered from 1. */
import type { ExportedRecord } from '../records/for-export.ts';

const RECORDS_A_FILE = 100;
/**
 * Bytes after which a file ends although it could hold more records: readers have their limits (ours is 64 MB), and a hundred
 * bodies of a megabyte, as GitLab allows them, would make a file that nobody opens.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** @param records those of one kind follow each other */
export function* recordFiles(records: Iterable<ExportedRecord>): Generator<{ name: string; content: Buffer }> {
  let plural = '';
  let number = 0;
  let lines: string[] = [];
  let bytes = 0;
  const file = () => {
    number += 1;
    const name = `${plural}_${String(number).padStart(6, '0')}.json`;
    const content = Buffer.from(`[\n${lines.join(',\n')}\n]\n`);
    lines = [];
    bytes = 0;
    return { name, content };
  };
  for (const { plural: kind, record } of records) {
    if (kind !== plural) {
      if (lines.length > 0) yield file();
      plural = kind;
      number = 0;
    }
    const line = JSON.stringify(record);
    const length = Buffer.byteLength(line);
    if (lines.length > 0 && bytes + length > MOST_BYTES) yield file();
    lines.push(line);
    bytes += length;
    if (lines.length === RECORDS_A_FILE) yield file();
  }
  if (lines.length > 0) yield file();
}
