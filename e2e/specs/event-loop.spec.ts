import { join } from 'node:path';
import { makeSubversionRepository } from '../fixtures/subversion-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

/** Milliseconds for which the app may not answer while an import runs. */
const longestBlock = 50;

test('the app goes on answering while an import runs', { tag: '@alone' }, async ({ app, home }) => {
  const source = await makeSubversionRepository(join(home, 'svn'), 600);
  const wizard = new NewImportPage(app.page);
  const importPage = new ImportPage(app.page);
  await wizard.open();
  await wizard.lookAt(source);
  await wizard.found.waitFor();
  const read = (of: 'app' | 'engine', reset: boolean) =>
    app.page.evaluate((asked) => window.gantry.readEventLoopDelay(asked), { of, reset });
  for (const thread of ['app', 'engine'] as const) await read(thread, true);
  await wizard.startInto('measured');
  await expect(importPage.push).toBeEnabled();
  await importPage.release();
  await importPage.waitForReport();
  for (const thread of ['app', 'engine'] as const) {
    const delay = await read(thread, false);
    test.info().annotations.push({
      type: `event loop, ${thread}`,
      description: `p99 ${delay.p99_ms.toFixed(1)} ms, longest ${delay.max_ms.toFixed(1)} ms of ${delay.samples} readings`,
    });
    expect(delay.samples, thread).toBeGreaterThan(0);
    expect(delay.p99_ms, thread).toBeLessThan(longestBlock);
  }
});
