/** An Electron window with nothing but a word: what no app of it can start before. */
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 });
  window.loadURL('data:text/html,<h1 id="usable">Empty</h1>');
});
