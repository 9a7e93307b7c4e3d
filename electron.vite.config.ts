import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { build, type Plugin } from 'vite';
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

/** The page's own module is known before the one that chooses its language asks for it. */
function pageAhead(): Plugin {
  return {
    name: 'page-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && file.name === 'page')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

export default defineConfig({
  main: {
    plugins: [ownAddresses('main/index.ts'), othersAsFiles(), notices],
    build: {
      outDir,
      target: 'node24',
      externalizeDeps: { exclude: builtIn },
      rolldownOptions: {
        input: { 'main/index': resolve(root, 'main/index.ts') },
        // The window's own part, and the engine's, which is loaded beside the page.
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
    plugins: [react(), pageAhead(), notices],
    build: {
      outDir: 'out/renderer',
      target: 'chrome140',
      minify: true,
      // A typeface in the style sheet itself is one that the page's policy refuses.
      assetsInlineLimit: 0,
      // The page is read from the disk it lies on, not from a network.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
});
