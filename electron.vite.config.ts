import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { build, type Plugin } from 'vite';

const root = import.meta.dirname;
const outDir = 'out/main';

const mainInputs = Object.fromEntries(
  ['main/index.ts', 'service/serve.ts'].map((file) => [file.replace(/\.ts$/, ''), resolve(root, file)]),
);

/**
 * Workers are started by file name beside the module that starts them. Each becomes one file: a thread that reads its
 * hundred modules one by one takes three times as long to start.
 */
function workersAsFiles(): Plugin {
  return {
    name: 'workers-as-files',
    async writeBundle() {
      for (const file of globSync('service/**/*-worker.ts', { cwd: root, exclude: ['**/test-data/**'] })) {
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          plugins: [ownAddresses(file)],
          build: {
            ssr: resolve(root, file),
            outDir,
            emptyOutDir: false,
            target: 'node24',
            rolldownOptions: { output: { format: 'es', entryFileNames: file.replace(/\.ts$/, '.js') } },
          },
        });
      }
    },
  };
}

/** A module within a worker's file goes on to have the address that it would have alone: it starts workers beside it. */
function ownAddresses(worker: string): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      if (!id.startsWith(resolve(root, 'service')) || !code.includes('import.meta.url')) return null;
      const own = relative(dirname(resolve(root, worker)), id).replace(/\.ts$/, '.js');
      const address = `new URL(${JSON.stringify(own.replaceAll('\\', '/'))}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', address), map: null };
    },
  };
}

export default defineConfig({
  main: {
    plugins: [workersAsFiles()],
    build: {
      outDir,
      target: 'node24',
      rolldownOptions: {
        input: mainInputs,
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: '[name].js',
        },
      },
    },
  },
  preload: {
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
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      target: 'chrome140',
      minify: true,
      // The page is read from the disk it lies on, not from a network.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
});
