import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{service,main,renderer,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Many short-lived worker threads that each load the type stripper's WebAssembly can trip V8's
    // bookkeeping of code pages ("Check failed: jit_page.has_value()"); the flag switches that off.
    execArgv: ['--no-memory-protection-keys'],
    // Engine tests run real git and svn.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
