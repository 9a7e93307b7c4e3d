import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { shortLivedProcesses } from './service/testing/short-lived-processes.ts';

// The threads and engines that tests start by the hundred find their sources stripped of types and compiled: a third of the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled');

export default defineConfig({
  test: {
    include: ['{language,service,main,renderer,bench,faults}/**/*.test.{ts,tsx}'],
    environment: 'node',
    setupFiles: ['built-workers', 'own-process', 'told-when-failed'].map((name) => `service/testing/${name}.ts`),
    // A process and all modules anew for each file take more than a third of the processor's time of small files.
    isolate: false,
    pool: shortLivedProcesses,
    // Files wait for git, svn and hg more than they compute: two at a time keep both cores of a small machine busy; three took
    // a tenth more of both cores, and longer.
    maxWorkers: Math.max(2, availableParallelism()),
    // Many short-lived worker threads that each load the type stripper's WebAssembly can trip V8's
    // bookkeeping of code pages ("Check failed: jit_page.has_value()"); the flag switches that off.
    execArgv: ['--no-memory-protection-keys'],
    // Engine tests run real git and svn, on machines that may have much else to do; nothing is measured by these limits.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // Nearly every engine test is slower than the usual limit: a line for each hides the ones that failed.
    slowTestThreshold: 30_000,
  },
});
