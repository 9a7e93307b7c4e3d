/** Runs in the page: waits for what a person sees, frame by frame, and says when it was there. */
(() => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const find = (selector) => document.querySelector(selector);

  /** Resolves a frame after something is so, with the moment: what was drawn is on the screen then. */
  const drawn = async (isSo) => {
    for (const began = performance.now(); !isSo(); ) {
      if (performance.now() - began > 60_000) throw new Error(`${window.location.hash}: it was not drawn: ${isSo}`);
      await frame();
    }
    await frame();
    return performance.now();
  };

  /** What a screen begins with: its heading, or what it shows before it has one. */
  const beginning = () => find('main h1') ?? find('main')?.firstElementChild ?? null;

  /** How long after the way to a screen its beginning is drawn, and how long until it waits for nothing more. */
  const screen = async (path) => {
    const before = beginning();
    const began = performance.now();
    window.location.hash = `#${path}`;
    const first = await drawn(() => beginning() !== null && beginning() !== before);
    // The password was given the day before: its question is all there is to see.
    const whole = await drawn(() => find('[data-testid="waiting"]') === null || button('Not now') !== undefined);
    button('Not now')?.click();
    return { path, first: first - began, whole: whole - began };
  };

  /** Milliseconds between frames while something that scrolls is pulled on by so many pixels a frame. */
  const frames = async (path, selector, inside, pixels) => {
    window.location.hash = `#${path}`;
    await drawn(() => find(selector) !== null && find('[data-testid="waiting"]') === null);
    await drawn(() => find(inside) !== null);
    const scrolled = [find(selector), ...find(selector).querySelectorAll('*')].find(
      (element) =>
        element.scrollHeight > element.clientHeight + 100 && getComputedStyle(element).overflowY !== 'visible',
    );
    const took = [];
    let last = await frame();
    for (let n = 0; n < 300; n++) {
      scrolled.scrollTop += pixels;
      const now = await frame();
      took.push(now - last);
      last = now;
    }
    took.sort((a, b) => a - b);
    const rows = document.querySelectorAll(inside).length;
    return { median: took[150], p95: took[285], longest: took[299], moved: scrolled.scrollTop, rows };
  };

  const button = (words) =>
    [...document.querySelectorAll('button')].find(({ innerText }) => innerText.trim() === words);

  /** Gives all authors of an import addresses of one domain, as a person does. */
  const bulkEdit = async (path, count) => {
    window.location.hash = `#${path}`;
    const grid = '[data-testid="authors-grid"]';
    await drawn(() => find(`${grid}[aria-rowcount="${count + 1}"] [data-testid="author-row"]`) !== null);
    find(grid).focus();
    find(grid).dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true }));
    await drawn(() => button('Set e-mail domain…') !== undefined);
    button('Set e-mail domain…').click();
    await drawn(() => find('[role="dialog"] input') !== null);
    const field = find('[role="dialog"] input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'new.example');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn(() => !button('Set domain').disabled);
    const began = performance.now();
    field.form.requestSubmit();
    const overwrite = () => find('[data-testid="overwrite"]');
    const mapped = () => document.body.innerText.includes(`${count.toLocaleString('en')} authors mapped.`);
    await drawn(() => mapped() || overwrite() !== null);
    if (overwrite() !== null) throw new Error('The authors were mapped before.');
    return (await drawn(mapped)) - began;
  };

  /** What the engine answers. Its `status` of 400 and above is thrown. */
  const ask = async (method, path, body) => {
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await window.gantry.request({ method, path, body: text });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? null : JSON.parse(answer.body);
  };

  /** Sets up an account, imports all these folders at once, and says how long each thread's event loop was blocked meanwhile. */
  const importAll = async (owner, folders) => {
    await ask('POST', '/setup', owner);
    await drawn(() => find('[data-testid="home-empty"]') !== null);
    const names = folders.map((_, index) => `r${index}`);
    for (const name of names) await ask('POST', '/user/repos', { name });
    const ended = names.map(
      (name) =>
        new Promise((resolve, reject) => {
          window.gantry.onEvent((event) => {
            if (event.type !== 'import.changed' || event.repo !== name) return;
            if (event.status === 'complete') resolve();
            if (event.status === 'error') reject(new Error(`the import into ${name} failed`));
          });
        }),
    );
    const threads = ['app', 'engine'];
    for (const of of threads) await window.gantry.readEventLoopDelay({ reset: true, of });
    await Promise.all(
      names.map((name, index) =>
        ask('PUT', `/repos/${owner.login}/${name}/import`, { vcs: 'subversion', vcs_url: folders[index] }),
      ),
    );
    await Promise.all(ended);
    const read = await Promise.all(threads.map((of) => window.gantry.readEventLoopDelay({ reset: false, of })));
    return Object.fromEntries(threads.map((of, index) => [of, read[index]]));
  };

  globalThis.bench = { ask, drawn, find, screen, frames, bulkEdit, importAll };
})();
