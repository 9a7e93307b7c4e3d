import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../setup/digest.mjs';
import { say } from '../setup/project.mjs';

/** Writes `SHA256SUMS`, as `sha256sum -c` reads it, and says how large each file is. */
export async function writeSums(folder, files) {
  const lines = [];
  for (const name of files) lines.push(`${await digest(join(folder, name), 'sha256', 'hex')}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  for (const name of files) say(`${name}: ${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`);
}
