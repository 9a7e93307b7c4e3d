/** One file that runs without being installed; its tool is in no distribution and is looked for on PATH. */
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../setup/command.mjs';
import { projectFolder, say } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

/** @returns {Promise<string | null>} the file's name; null where it could not be made, and why was said */
export async function makeAppImage({ app, work, made, tree, file, version }) {
  const { code } = await runCommand('appimagetool', ['--version'], { output: 'quiet' });
  if (code !== 0) {
    say('no AppImage was made: appimagetool (https://github.com/AppImage/appimagetool) is not on PATH.');
    return null;
  }
  say('making the AppImage.');
  const folder = join(work, 'Gantry.AppDir');
  mkdirSync(folder, { recursive: true });
  cpSync(app, folder, { recursive: true, verbatimSymlinks: true });
  copyFileSync(join(tree, 'usr/share/applications/gantry.desktop'), join(folder, 'gantry.desktop'));
  copyFileSync(join(projectFolder, 'packaging', 'icon.svg'), join(folder, 'gantry.svg'));
  symlinkSync('gantry', join(folder, 'AppRun'));
  const name = `${file}-${version}-${process.arch}.AppImage`;
  await runTool('appimagetool', ['--no-appstream', folder, join(made, name)]);
  rmSync(folder, { recursive: true });
  return name;
}
