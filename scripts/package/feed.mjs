/**
 * What the releases say to apps that look for a newer one: `latest-linux.yml` beside the packages, and in the app where to find it
 * (electron-builder writes both by itself for Windows and macOS, where it makes the installers).
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../setup/digest.mjs';
import { projectFolder } from '../setup/project.mjs';

/** A string of JSON is one of YAML. */
const text = JSON.stringify;

function address() {
  const [, url] =
    /^publish:\n {2}provider: generic\n {2}url: (\S+)$/m.exec(
      readFileSync(join(projectFolder, 'electron-builder.yml'), 'utf8'),
    ) ?? [];
  if (url === undefined) throw new Error('electron-builder.yml names no feed of the releases.');
  return url;
}

/** Into the app's resources. An app without it never looks: one that is for trying out is not replaced by a release. */
export function writeFeedAddress(app) {
  writeFileSync(join(app, 'resources', 'app-update.yml'), `provider: generic\nurl: ${text(address())}\n`);
}

/** @returns {Promise<string>} the file's name, as electron-updater asks for it */
export async function writeFeed({ made, version }, files) {
  const entries = [];
  for (const name of files) {
    const sha512 = await digest(join(made, name), 'sha512', 'base64');
    entries.push(`  - url: ${text(name)}\n    sha512: ${text(sha512)}\n    size: ${statSync(join(made, name)).size}\n`);
  }
  const name = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
  const lines = [
    `version: ${text(version)}\n`,
    `files:\n${entries.join('')}`,
    `releaseDate: ${text(new Date().toISOString())}\n`,
    `releaseNotes: ${text(notesOf(version))}\n`,
  ];
  writeFileSync(join(made, name), lines.join(''));
  return name;
}

/** What the changelog says of a version. */
function notesOf(version) {
  const parts = readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const part = parts.find((entry) => entry.startsWith(`## ${version}\n`));
  if (part === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return part.trim();
}
