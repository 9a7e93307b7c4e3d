/** What a start hears and leaves while it goes on. */
import { expect, test } from '../fixtures/test.ts';

test('programs that folders and addresses are opened with do not keep their modules among those of Gantry', async ({
  app,
}) => {
  expect(await app.electron.evaluate(() => process.env.NODE_COMPILE_CACHE ?? null)).toBeNull();
});
