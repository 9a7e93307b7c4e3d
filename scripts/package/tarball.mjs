/** The app as one folder, for machines where nothing is installed. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

/** @returns {Promise<string>} the file's name */
export async function makeTarball({ app, work, made, file, version }) {
  say('making the tar.gz.');
  const folder = `${file}-${version}-linux-${process.arch}`;
  cpSync(app, join(work, folder), { recursive: true, verbatimSymlinks: true });
  const name = `${folder}.tar.gz`;
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  await runTool('tar', [...owner, '-C', work, '-I', 'gzip -9', '-cf', join(made, name), folder]);
  rmSync(join(work, folder), { recursive: true });
  return name;
}
