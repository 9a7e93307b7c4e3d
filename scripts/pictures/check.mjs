/** Refuses pictures of the guide that show a screen as it does not look any more. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';
import { versionOf } from './looks.mjs';

const folder = join(projectFolder, 'docs', 'screenshots');
const list = join(folder, 'made-at.json');
const made = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
const pictures = readdirSync(folder)
  .filter((name) => name.endsWith('.png'))
  .map((name) => name.replace(/\.png$/, ''));
const looks = new Set(
  readdirSync(join(projectFolder, 'e2e', 'pictures'))
    .filter((name) => name.endsWith('-light.png'))
    .map((name) => name.replace(/-light\.png$/, '')),
);

const faults = [];
const flows = new Set();
for (const name of pictures) {
  const entry = made[name];
  if (entry === undefined) faults.push(`${name}: no flow makes it. Remove it, or have one keep it.`);
  else if (!looks.has(entry.look))
    faults.push(`${name}: its screen, ${entry.look}, has no picture that looks are compared with.`);
  else if (entry.value !== versionOf(entry.look)) {
    faults.push(`${name}: stale, its screen (${entry.look}) looks different since.`);
    flows.add(entry.flow);
  }
}
for (const name of Object.keys(made)) {
  if (!pictures.includes(name)) faults.push(`${name}: it is in made-at.json, and is not there.`);
}

for (const fault of faults) console.error(fault);
if (flows.size > 0) {
  console.error('Make them anew, and look at them:');
  for (const flow of [...flows].sort()) console.error(`  npm test -- --pictures ${flow}`);
}
process.exitCode = faults.length === 0 ? 0 : 1;
