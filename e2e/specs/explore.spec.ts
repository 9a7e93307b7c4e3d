import { test } from '../fixtures/test.ts';

test('opens the app on data of your own and pauses', async ({ start }) => {
  test.setTimeout(0);
  const app = await start();
  await app.page.pause();
});
