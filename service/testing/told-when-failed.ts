/** A test that fails while its engine is still asked for something says what that is. */
import { afterEach } from 'vitest';
import { whatIsWaitedFor } from './living-engines.ts';

afterEach(({ task }) => {
  const text = task.result?.state === 'fail' ? whatIsWaitedFor() : '';
  if (text !== '') process.stderr.write(`${task.name}\n${text}\n`);
});
