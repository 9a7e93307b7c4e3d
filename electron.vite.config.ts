import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

// Workers are started by file name beside the module that starts them, so each is an entry of its own.
const workers = globSync('service/**/*-worker.ts', { cwd: root });
const mainInputs = Object.fromEntries(
  ['main/index.ts', ...workers].map((file) => [file.replace(/\.ts$/, ''), resolve(root, file)]),
);

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'es2024',
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
      target: 'es2024',
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
      target: 'es2024',
      minify: true,
      rolldownOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
});
