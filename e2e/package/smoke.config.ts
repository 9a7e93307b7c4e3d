import { defineConfig } from '@playwright/test';

/** A few flows of the app as packages are made of it; a part of `npm test`. */
export default defineConfig({
  testDir: '.',
  testMatch: 'smoke.spec.ts',
  outputDir: '../../test-results/smoke',
  workers: 1,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
});
