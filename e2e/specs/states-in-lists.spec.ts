import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { expect, test } from '../fixtures/test.ts';
import { HomePage } from '../pages/home-page.ts';

test('the longest states of imports stay within their column, in German as well, and keep their dot', async ({
  app,
  start,
  home,
}) => {
  const engine = engineOf(app.page);
  const vcs_url = await makeGitRepository(join(home, 'source'));
  const path = { owner: 'owner', repo: 'tool' };
  await engine('POST /user/repos', { body: { name: path.repo } });
  await engine('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url } });
  await expect.poll(async () => (await engine('GET /repos/{owner}/{repo}/import', { path })).status).toBe('complete');
  await app.close();
  const data = new DatabaseSync(join(home, 'data', 'gantry.sqlite'));
  data.exec("UPDATE imports SET fetched = json_set(fetched, '$.source_state', 'not_reached')");
  data.close();

  const { page } = await start({ systemLanguage: 'de' });
  await new HomePage(page).goTo('imports');
  const state = page.getByTestId('import-status');
  await expect(state).toHaveText('Abgeschlossen, Quelle nicht erreicht');
  const { dot, over } = await state.evaluate((label) => {
    const text = document.createRange();
    text.selectNodeContents(label);
    return {
      dot: label.firstElementChild?.getBoundingClientRect().width,
      over: text.getBoundingClientRect().right - label.getBoundingClientRect().right,
    };
  });
  expect(dot).toBe(8);
  expect(over).toBeLessThanOrEqual(0);
});
