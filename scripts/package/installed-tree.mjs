/** What the packages of distributions put on a disk. */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectFolder, say } from '../setup/project.mjs';
import { writeIcons } from './icons.mjs';

const source = join(projectFolder, 'packaging', 'linux');

/** Writes the tree of a release. */
export async function installedTree({ app, tree, version, homepage }) {
  say('laying out the files to be installed.');
  rmSync(tree, { recursive: true, force: true });
  const filled = (name) =>
    readFileSync(join(source, name), 'utf8')
      .replaceAll('@VERSION@', version)
      .replaceAll('@HOMEPAGE@', homepage)
      .replaceAll('@DATE@', releaseDate());
  const write = (path, content) => {
    mkdirSync(join(tree, path, '..'), { recursive: true });
    writeFileSync(join(tree, path), content, { mode: 0o644 });
  };
  cpSync(app, join(tree, 'opt', 'Gantry'), { recursive: true, verbatimSymlinks: true });
  // Ordinary people start it: where the kernel gives them no user namespaces, this makes the sandbox.
  chmodSync(join(tree, 'opt/Gantry/chrome-sandbox'), 0o4755);
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  symlinkSync('/opt/Gantry/gantry', join(tree, 'usr/bin/gantry'));
  write('usr/share/applications/gantry.desktop', filled('gantry.desktop'));
  write('usr/share/metainfo/io.github.gantry.Gantry.metainfo.xml', filled('io.github.gantry.Gantry.metainfo.xml'));
  write('etc/apparmor.d/gantry', filled('apparmor-profile'));
  write('usr/share/man/man1/gantry.1.gz', gzipSync(filled('gantry.1'), { level: 9 }));
  await writeIcons(join(tree, 'usr/share'));
}

/** Day of the release, as the commit's: the same commit makes the same files. */
function releaseDate() {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  return (seconds === undefined ? new Date() : new Date(Number(seconds) * 1000)).toISOString().slice(0, 10);
}
