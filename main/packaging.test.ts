/** What the packaged app is made of, as far as files say it (docs/security.md, "The window"). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test('the fuses of the packaged app leave no other way in', () => {
  const fuses = Object.fromEntries(
    [...file('electron-builder.yml').matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(fuses).toMatchObject({
    runAsNode: 'false',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableCookieEncryption: 'true',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    grantFileProtocolExtraPrivileges: 'false',
  });
});

test('the app is built with one named version of Electron, which the lock file holds to', () => {
  const { version } = JSON.parse(file('package-lock.json')).packages['node_modules/electron'];
  const { electron } = JSON.parse(file('package.json')).devDependencies;
  expect(electron).toBe(version);
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
});
