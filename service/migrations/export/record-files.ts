/** Records as the JSON files of an archive: at most 100 in one, numbered from 1. */
import type { ExportedRecord } from '../records/for-export.ts';

const RECORDS_A_FILE = 100;

/** @param records those of one kind follow each other */
export function* recordFiles(records: Iterable<ExportedRecord>): Generator<{ name: string; content: Buffer }> {
  let plural = '';
  let number = 0;
  let lines: string[] = [];
  const file = () => {
    number += 1;
    const name = `${plural}_${String(number).padStart(6, '0')}.json`;
    const content = Buffer.from(`[\n${lines.join(',\n')}\n]\n`);
    lines = [];
    return { name, content };
  };
  for (const { plural: kind, record } of records) {
    if (kind !== plural) {
      if (lines.length > 0) yield file();
      plural = kind;
      number = 0;
    }
    lines.push(JSON.stringify(record));
    if (lines.length === RECORDS_A_FILE) yield file();
  }
  if (lines.length > 0) yield file();
}
