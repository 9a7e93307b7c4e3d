import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { build, type HtmlTagDescriptor, type IndexHtmlTransformContext, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { collectNotices } from './scripts/package/notices.mjs';

const root = import.meta.dirname;
const outDir = 'out/main';

/** Started from outside; the last one only by the measurements, which are not packaged. */
const programs = ['main/index.ts', 'main/engine-thread/thread.ts', 'service/serve.ts', 'service/index.ts'];
/** Holds a compiled library, which is looked for beside its own files. */
const NATIVE = ['better-sqlite3'];
/** What is only JavaScript is built in: a program that reads its thousand modules one by one takes twice as long to start. */
const builtIn = Object.keys(manifest.dependencies).filter((name) => !NATIVE.includes(name));

/** Each build adds the packages that it took in. */
const notices = collectNotices(
  resolve(root, 'out', 'third-party-notices.txt'),
  NATIVE.map((name) => resolve(root, 'node_modules', name)),
);

/**
 * Workers are started by file name beside the module that starts them, `serve` by its own. Each becomes one file: a
 * thread that reads its hundred modules one by one takes three times as long to start.
 */
function othersAsFiles(): Plugin {
  return {
    name: 'others-as-files',
    async writeBundle() {
      const workers = globSync('service/**/*-worker.ts', { cwd: root, exclude: ['**/test-data/**'] });
      for (const file of [...programs.slice(1), ...workers]) {
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          plugins: [ownAddresses(file), notices],
          ssr: { noExternal: true, external: NATIVE },
          build: {
            ssr: resolve(root, file),
            outDir,
            emptyOutDir: false,
            target: 'node24',
            rolldownOptions: { output: oneFile(file) },
          },
        });
      }
    },
  };
}

function oneFile(file: string) {
  return { format: 'es' as const, codeSplitting: false, entryFileNames: file.replace(/\.ts$/, '.js') };
}

/** A module within such a file goes on to have the address that it would have alone: it starts workers beside it. */
function ownAddresses(entry: string): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      const isOwn = ['service', 'main'].some((room) => id.startsWith(resolve(root, room)));
      if (!isOwn || !code.includes('import.meta.')) return null;
      const own = relative(dirname(resolve(root, entry)), id).replace(/\.ts$/, '.js');
      const address = `new URL(${JSON.stringify(own.replaceAll('\\', '/'))}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', address), map: null };
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

/** A chunk by its name, and all that it cannot be evaluated without. */
function withImports(bundle: Bundle, name: string): Chunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const parts = new Set(chunks.filter((chunk) => chunk.name === name));
  for (const part of parts) for (const chunk of chunks) if (part.imports.includes(chunk.fileName)) parts.add(chunk);
  return [...parts];
}

/** What nearly all of the window is written in. Without it the first frame is drawn in one of the system's, which takes longer to find. */
const TYPEFACE = /inter-latin-wght/;

function ahead(name: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `./${name}` }, injectTo: 'head' };
}

/** What the page is made of is asked for with its document, not by the module that chooses its language first. */
function pageAhead(): Plugin {
  return {
    name: 'page-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = withImports(bundle, 'page');
        const scripts = chunks.map(({ fileName }) => fileName);
        const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const typeface = Object.keys(bundle).filter((name) => TYPEFACE.test(name));
        return [
          ...scripts.filter((name) => !html.includes(name)).map((name) => ahead(name, { rel: 'modulepreload' })),
          ...styles.filter((name) => !html.includes(name)).map((name) => ahead(name, { rel: 'stylesheet' })),
          ...typeface.map((name) => ahead(name, { rel: 'preload', as: 'font', type: 'font/woff2' })),
        ];
      },
    },
  };
}

/**
 * Most of a start's functions are called before its first frame. V8 compiles a function when it is called, unless this says that it
 * will be (https://v8.dev/blog/explicit-compile-hints): then it is compiled with its file, aside of the page's thread, and lies in
 * what Chromium keeps of that for the next start.
 */
function compiledWithPage(): Plugin {
  return {
    name: 'compiled-with-page',
    generateBundle: {
      // It is the first thing in its file, or is not heard.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of withImports(bundle as Bundle, 'page'))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

/** What the page is built with, and what it is looked at with before that. */
const page = {
  target: 'chrome140',
  minify: true,
  // A typeface in the style sheet itself is one that the page's policy refuses.
  assetsInlineLimit: 0,
  // The page is read from the disk it lies on, not from a network.
  chunkSizeWarningLimit: 2000,
};

/**
 * The start's modules in one file. Each part of the window that is read later shares some of them, and what is shared by the same
 * parts would be a file of its own: forty files, and each is asked for by itself before the first frame. Which modules those are is
 * what a build without this comes to, as only that knows what of a package is left.
 */
function startInOneFile(): Plugin {
  return {
    name: 'start-in-one-file',
    apply: 'build',
    async config() {
      const input = resolve(root, 'renderer/index.html');
      const built = await build({
        configFile: false,
        root: resolve(root, 'renderer'),
        logLevel: 'warn',
        plugins: [react()],
        build: { ...page, write: false, rolldownOptions: { input } },
      });
      const { output } = built as { output: Bundle[string][] };
      const bundle: Bundle = Object.fromEntries(output.map((file) => [file.fileName, file]));
      const modulesOf = (name: string) => withImports(bundle, name).flatMap(({ moduleIds }) => moduleIds);
      // What chooses the language is evaluated before all others.
      const first = new Set(modulesOf('index'));
      const start = new Set(modulesOf('page').filter((id) => !first.has(id)));
      const groups = [{ name: 'page', test: (id: string) => start.has(id) }];
      return {
        build: { rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } } },
      };
    },
  };
}

/**
 * Fails a build whose start reads more than it may: everything in it is compiled and evaluated before a window can be used. What need
 * not be there then is imported where it is used (`import()`).
 * @param budget most bytes of a chunk with all that it imports, by its name; what one named before it has brought is not read again
 */
function withinBudget(budget: Readonly<Record<string, number>>): Plugin {
  return {
    name: 'within-budget',
    generateBundle(_options, bundle) {
      const read = new Set<string>();
      for (const [name, most] of Object.entries(budget)) {
        const parts = withImports(bundle as Bundle, name).filter(({ fileName }) => !read.has(fileName));
        for (const { fileName } of parts) read.add(fileName);
        const bytes = parts.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
        if (parts.length === 0) this.error(`There is no "${name}" whose size could be held to a budget.`);
        if (bytes > most)
          this.error(`"${name}" and what it imports have ${bytes} bytes; ${most} is the most that a start may read.`);
      }
    },
  };
}

/**
 * The log writes a file and to the terminal. What could send it to a server brings Node's HTTP along, whose reading is a tenth of
 * what the app reads before it is ready.
 */
function withoutRemoteLog(): Plugin {
  return {
    name: 'without-remote-log',
    load: (id) =>
      id.replaceAll('\\', '/').endsWith('/electron-log/src/node/transports/remote.js')
        ? 'module.exports = () => Object.assign(() => undefined, { level: false, transforms: [] });'
        : null,
  };
}

export default defineConfig({
  main: {
    plugins: [
      ownAddresses('main/index.ts'),
      withoutRemoteLog(),
      withinBudget({ 'main/app': 480_000 }),
      othersAsFiles(),
      notices,
    ],
    build: {
      outDir,
      target: 'node24',
      externalizeDeps: { exclude: builtIn },
      rolldownOptions: {
        input: Object.fromEntries(['main/index', 'main/app'].map((name) => [name, resolve(root, `${name}.ts`)])),
        // The window's own part, what it needs a moment later, and the engine's, which is loaded beside the page.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'main/[name].js' },
      },
    },
  },
  preload: {
    plugins: [notices],
    build: {
      outDir: 'out/preload',
      target: 'node24',
      // A sandboxed preload is one CommonJS file that can require nothing but Electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { bridge: resolve(root, 'preload/bridge.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [
      react(),
      startInOneFile(),
      pageAhead(),
      compiledWithPage(),
      withinBudget({ page: 850_000, 'other-screens': 500_000 }),
      notices,
    ],
    build: {
      outDir: 'out/renderer',
      ...page,
      rolldownOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
});
