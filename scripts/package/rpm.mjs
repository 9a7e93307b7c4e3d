/** The package for Fedora, openSUSE and their relatives, by Debian's `rpmbuild`. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };
const REQUIRES = [
  'glibc >= 2.34',
  'gtk3',
  'nss',
  'alsa-lib',
  'at-spi2-core',
  'libdrm',
  'mesa-libgbm',
  'libnotify',
  'libsecret',
];
const RECOMMENDS = [
  'git-core',
  'subversion',
  'mercurial',
  'openssh-clients',
  // For what starts programs (service/processes/starter/); every Debian has them (perl-base).
  'perl-interpreter',
  'perl-POSIX',
  'perl-Socket',
];

/** @returns {Promise<string>} the file's name */
export async function makeRpm({ tree, work, made, file, version, maintainer, homepage }) {
  say('making the rpm.');
  const top = join(work, 'rpm');
  mkdirSync(top, { recursive: true });
  const architecture = ARCHITECTURES[process.arch] ?? process.arch;
  const spec = join(top, 'gantry.spec');
  writeFileSync(
    spec,
    [
      'Name: gantry',
      `Version: ${version}`,
      'Release: 1',
      'Summary: Import repositories from Subversion, Mercurial, Team Foundation and Git',
      'License: MIT',
      `URL: ${homepage}`,
      `Packager: ${maintainer}`,
      // The runtime brings its own libraries, which others must not take for theirs.
      'AutoReqProv: no',
      ...REQUIRES.map((name) => `Requires: ${name}`),
      ...RECOMMENDS.map((name) => `Recommends: ${name}`),
      '%global __os_install_post %{nil}',
      '%global debug_package %{nil}',
      '%define _build_id_links none',
      '%define _binary_payload w15T0.zstdio',
      '%description',
      'Gantry converts whole histories from Subversion, Mercurial, Team Foundation Version Control and Git on this machine,',
      'compares the result with the source and pushes it. It exports and opens migration archives.',
      '%install',
      `cp -a ${tree}/. %{buildroot}/`,
      '%files',
      '%defattr(-,root,root,-)',
      '%attr(4755,root,root) /opt/Gantry/chrome-sandbox',
      '/opt/Gantry',
      '/usr/bin/gantry',
      '/usr/share/applications/gantry.desktop',
      '/usr/share/metainfo/io.github.gantry.Gantry.metainfo.xml',
      '/usr/share/man/man1/gantry.1.gz',
      '/usr/share/icons/hicolor/*/apps/gantry.*',
      '%config /etc/apparmor.d/gantry',
      '%postun',
      // Of an upgrade the argument is 1.
      `if [ "$1" = 0 ]; then echo "What people made with Gantry stays in their own folders: ~/.local/share/gantry (repositories, archives, database)."; fi`,
      '',
    ].join('\n'),
  );
  await runTool('rpmbuild', ['-bb', '--target', architecture, '--define', `_topdir ${top}`, spec]);
  const folder = join(top, 'RPMS', architecture);
  const [built] = readdirSync(folder);
  const name = `${file}-${version}-1.${architecture}.rpm`;
  renameSync(join(folder, built), join(made, name));
  rmSync(top, { recursive: true });
  return name;
}
