/**
 * Loaded before an app (`electron -r`): when its page can be used it says so in a line, runs what BENCH_PLAN names, says what that
 * took, and quits.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { app, dialog } = require('electron');

const { usable, script } = JSON.parse(process.env.BENCH_PLAN);
const tools = readFileSync(join(__dirname, 'in-page.js'), 'utf8');
const tell = (what) => process.stdout.write(`BENCH ${JSON.stringify(what)}\n`);

// Whether a folder may be used, which a person would be asked.
dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });

app.once('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', async () => {
    try {
      await contents.executeJavaScript(tools);
      const seen = `bench.drawn(() => bench.find(${JSON.stringify(usable)}) !== null)`;
      tell({ usable: await contents.executeJavaScript(`${seen}.then((at) => performance.timeOrigin + at)`) });
      tell({ result: await contents.executeJavaScript(script) });
    } catch (error) {
      tell({ error: String(error) });
    }
    app.quit();
  });
});
