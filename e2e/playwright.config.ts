import { defineConfig } from '@playwright/test';

/** Flows of the real app. One at a time: each starts an Electron, a Subversion server and real imports. */
export default defineConfig({
  testDir: 'specs',
  // Pauses for a person: only with data of one's own (README.md).
  testIgnore: process.env.GANTRY_E2E_HOME === undefined ? ['explore.spec.ts'] : [],
  outputDir: `../test-results/${process.env.GANTRY_E2E_RESULTS ?? 'e2e'}`,
  globalSetup: './fixtures/electron-runtime.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  timeout: 120_000,
  expect: {
    timeout: 30_000,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  // The flow that compares them runs on one kind of machine only.
  snapshotPathTemplate: 'pictures/{arg}{ext}',
  updateSnapshots: process.env.UPDATE_SCREENSHOTS === '1' ? 'changed' : 'none',
  reporter: 'list',
  use: { trace: { mode: 'retain-on-failure', screenshots: false, sources: false } },
});
