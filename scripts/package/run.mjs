/**
 * `npm run package`: what people install, in `dist/packages`: deb, rpm, tar.gz and, where its tool is there, AppImage, with
 * their sums. Named "trial" when they are made of another Electron than the pinned one.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { provideBuild } from '../setup/build.mjs';
import { packagingTools, provideDebianPackages } from '../setup/debian.mjs';
import { provideElectron } from '../setup/electron.mjs';
import { projectEnvironment, provideNode } from '../setup/node.mjs';
import { providePackages } from '../setup/packages.mjs';
import { projectFolder, runScript, say } from '../setup/project.mjs';
import { makeAppImage } from './app-image.mjs';
import { unpackedApp } from './application.mjs';
import { checkPackages } from './check.mjs';
import { writeSums } from './checksums.mjs';
import { makeDeb } from './deb.mjs';
import { writeFeed, writeFeedAddress } from './feed.mjs';
import { installedTree } from './installed-tree.mjs';
import { makeRpm } from './rpm.mjs';
import { makeServer } from './server.mjs';
import { makeTarball } from './tarball.mjs';

await runScript(async () => {
  await provideDebianPackages(packagingTools);
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  const runtime = await provideElectron(nodeBin);
  await provideBuild(nodeBin);
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const electron = readFileSync(join(runtime, 'version'), 'utf8').trim().replace(/^v/, '');
  const isTrial = electron !== manifest.optionalDependencies.electron;
  if (isTrial)
    say(`the pinned Electron cannot be had here: these packages are for trying out, made of Electron ${electron}.`);
  const app = await unpackedApp({ nodeBin, runtime, electron });
  if (!isTrial) writeFeedAddress(app);

  const made = join(projectFolder, 'dist', 'packages');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const work = join(projectFolder, 'dist', 'work');
  rmSync(work, { recursive: true, force: true });
  const release = {
    made,
    app,
    tree: join(work, 'tree'),
    work,
    isTrial,
    version: manifest.version,
    maintainer: `${manifest.author.name} <${manifest.author.email}>`,
    homepage: manifest.homepage,
    description: manifest.description,
    // Packages of another runtime are never taken for the real ones, nor put in their place.
    file: isTrial ? 'gantry-trial' : 'gantry',
  };
  await installedTree(release);
  const files = [await makeDeb(release), await makeRpm(release), await makeTarball(release)];
  const image = await makeAppImage(release);
  if (image !== null) files.push(image);
  const server = await makeServer(release);
  if (!isTrial) files.push(await writeFeed(release, files));
  await writeSums(made, [...files, server]);
  const faults = await checkPackages(release, projectEnvironment(nodeBin));
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
});
