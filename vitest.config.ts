import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{service,main,renderer,bench}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    environment: 'node',
    // Engine tests run real git and svn.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Until the first test of a room exists, its absence is no failure.
    passWithNoTests: true,
  },
});
