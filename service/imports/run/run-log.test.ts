import { expect, test } from 'vitest';
import { counted, type Sentence, say } from '../../../language/sentence.ts';
import type { ImportLogTable } from '../../store/import-log.ts';
import type { LogLine } from '../../vocabulary/progress.ts';
import { RunLog } from './run-log.ts';

function logTo(lines: { level: LogLine['level']; text: Sentence }[]): RunLog {
  const append: ImportLogTable['append'] = (_import, batch) => {
    lines.push(...batch);
    return batch.map((line, id) => ({ ...line, id, at: '' }));
  };
  return new RunLog(
    { append } as ImportLogTable,
    1,
    () => undefined,
    (error) => {
      throw error;
    },
  );
}

test('of words that a server sends without end some are written, the rest is counted, and warnings stay', () => {
  const written: { level: LogLine['level']; text: Sentence }[] = [];
  const log = logTo(written);
  for (let line = 0; line < 100_000; line++) log.write('info', `git: remote: ${line}`);
  log.write('warning', 'The connection broke off.');
  log.write('info', 'git: remote: more');
  log.flush();
  const missing = say('Here {count} lines are missing: they came faster than they could be written.', {
    count: counted(98_000),
  });
  expect(written.slice(0, 2_000)).toEqual(
    Array.from({ length: 2_000 }, (_, line) => ({ level: 'info', text: `git: remote: ${line}` })),
  );
  expect(written.slice(2_000)).toEqual([
    { level: 'info', text: missing },
    { level: 'warning', text: 'The connection broke off.' },
    { level: 'info', text: say('Here one line is missing: it came faster than it could be written.') },
  ]);
});
