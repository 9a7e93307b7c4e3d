/** The package for Debian, Ubuntu and their relatives, by `dpkg-deb` (Debian Policy 4.6, chapters 4, 5 and 12). */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digest } from '../setup/digest.mjs';
import { projectFolder, say } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
/** What Electron opens at its start (its `linux_dependencies`), and the C library that better-sqlite3 is linked to. */
const DEPENDS = [
  'libc6 (>= 2.34)',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libasound2 | libasound2t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libdrm2',
  'libgbm1',
  'libnotify4',
  'libsecret-1-0',
  'libxss1',
  'libxtst6',
  'xdg-utils',
];
const RECOMMENDS = ['git (>= 1:2.34)', 'subversion (>= 1.14)', 'mercurial (>= 6)', 'openssh-client'];

/** @returns {Promise<string>} the file's name */
export async function makeDeb({ tree, work, made, file, version, maintainer, homepage }) {
  say('making the deb.');
  const root = join(work, 'deb');
  cpSync(tree, root, { recursive: true, verbatimSymlinks: true });
  const write = (path, content, mode = 0o644) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content, { mode });
  };
  const source = (name) => readFileSync(join(projectFolder, 'packaging', 'linux', name), 'utf8');
  documents(write);
  write('usr/share/lintian/overrides/gantry', source('lintian-overrides'));
  const files = filesOf(root);
  const bytes = files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  write(
    'DEBIAN/control',
    [
      'Package: gantry',
      `Version: ${version}`,
      'Section: devel',
      'Priority: optional',
      `Architecture: ${architecture}`,
      `Installed-Size: ${Math.ceil(bytes / 1024)}`,
      `Depends: ${DEPENDS.join(', ')}`,
      `Recommends: ${RECOMMENDS.join(', ')}`,
      `Maintainer: ${maintainer}`,
      `Homepage: ${homepage}`,
      'Description: import of repositories from Subversion, Mercurial and others to Git',
      ' Gantry converts whole histories from Subversion, Mercurial, Team Foundation',
      ' Version Control and Git on this machine, maps their authors, decides about',
      ' large files, compares the result with the source and pushes it. It exports and',
      ' opens migration archives, and answers a REST API to scripts.',
      '',
    ].join('\n'),
  );
  write('DEBIAN/conffiles', '/etc/apparmor.d/gantry\n');
  for (const name of ['postinst', 'postrm']) write(`DEBIAN/${name}`, source(name), 0o755);
  const sums = [];
  for (const path of files.filter((name) => !name.startsWith('etc/')))
    sums.push(`${await digest(join(root, path), 'md5', 'hex')}  ${path}\n`);
  write('DEBIAN/md5sums', sums.join(''));
  const name = `${file}_${version}_${architecture}.deb`;
  await pack(root, join(made, name));
  rmSync(root, { recursive: true });
  return name;
}

/**
 * As `dpkg-deb` does (deb(5)), with xz's filter for programs of this kind of processor before it: 2 MB of 75 less, and both
 * processors work.
 */
async function pack(root, file) {
  const parts = join(root, '..', 'deb-parts');
  mkdirSync(parts, { recursive: true });
  // Order and owners alike on every machine.
  const tar = ['--format=gnu', '--sort=name', '--owner=root:0', '--group=root:0'];
  // That of arm64 is unknown to systems before xz 5.4.
  const filter = process.arch === 'x64' ? '--x86' : undefined;
  const xz = ['xz', '--threads=0', '--check=crc32', ...(filter === undefined ? [] : [filter]), '--lzma2=preset=9'].join(
    ' ',
  );
  writeFileSync(join(parts, 'debian-binary'), '2.0\n');
  await runTool('tar', [...tar, '-I', 'xz -9', '-C', join(root, 'DEBIAN'), '-cf', join(parts, 'control.tar.xz'), '.']);
  await runTool('tar', [...tar, '-I', xz, '--exclude=./DEBIAN', '-C', root, '-cf', join(parts, 'data.tar.xz'), '.']);
  rmSync(file, { force: true });
  await runTool('ar', ['-rcD', file, 'debian-binary', 'control.tar.xz', 'data.tar.xz'], { cwd: parts });
  rmSync(parts, { recursive: true });
}

/** Licences and history where the policy wants them. */
function documents(write) {
  const folder = 'usr/share/doc/gantry';
  write(`${folder}/copyright`, copyright());
  write(`${folder}/changelog.gz`, gzipSync(readFileSync(join(projectFolder, 'CHANGELOG.md')), { level: 9 }));
}

/** As machines read it: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
function copyright() {
  const licence = readFileSync(join(projectFolder, 'LICENSE'), 'utf8').trim();
  const [, owner = 'The Gantry authors'] = /^Copyright (?:\(c\) )?(.*)$/im.exec(licence) ?? [];
  const text = licence
    .split('\n')
    .map((line) => (line === '' ? ' .' : ` ${line}`))
    .join('\n');
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Gantry',
    'Comment: what is bundled has licences of its own: /opt/Gantry/resources/third-party-notices.txt,',
    ' LICENSE.electron.txt and LICENSES.chromium.html.xz in /opt/Gantry.',
    '',
    'Files: *',
    `Copyright: ${owner}`,
    'License: Expat',
    text,
    '',
  ].join('\n');
}

function filesOf(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('DEBIAN/'))
    .sort();
}
