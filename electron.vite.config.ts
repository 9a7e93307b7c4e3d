import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

// Workers are started by file name beside the module that starts them, so each is an entry of its own.
const workers = globSync('service/**/*-worker.ts', { cwd: root, exclude: ['**/test-data/**'] });
const mainInputs = Object.fromEntries(
  ['main/index.ts', 'service/serve.ts', ...workers].map((file) => [file.replace(/\.ts$/, ''), resolve(root, file)]),
);

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
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
