import { defineConfig } from '@playwright/test';

/** What is installed from a package, in the order in which a person meets it: each test goes on where the one before ended. */
export default defineConfig({
  testDir: '.',
  testIgnore: 'smoke.spec.ts',
  outputDir: '../../test-results/package',
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  // Whole systems are installed from a mirror.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
});
