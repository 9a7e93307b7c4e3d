/** Which packages the build took in, and their licences, as `out/third-party-notices.txt`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MODULE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE = /^(licen[cs]e|copying|notice)/i;

/**
 * A plugin of the build that remembers the packages of every module in its output, and writes their notices at its end.
 * @param file where they are written
 * @param folders packages that are not built in but lie beside it
 */
export function collectNotices(file, folders) {
  const packages = new Set(folders);
  let root = '';
  return {
    name: 'collect-notices',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        // Scripts and style sheets by their modules, typefaces by the files that they are copies of.
        const copied = (output.originalFileNames ?? []).map((name) => resolve(root, name));
        for (const id of [...Object.keys(output.modules ?? {}), ...copied]) {
          const folder = MODULE.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[1];
          if (folder !== undefined) packages.add(folder);
        }
      }
    },
    writeBundle() {
      const notices = [...packages].map(noticeOf).sort((a, b) => (a.title < b.title ? -1 : 1));
      writeFileSync(file, notices.map(({ title, text }) => `${title}\n\n${text}\n`).join(`\n${'='.repeat(80)}\n\n`));
    },
  };
}

/** @throws Error for a package that says nothing of its licence: what may not be passed on must not be built in */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((entry) => LICENCE.test(entry) && existsSync(join(folder, entry)));
  const texts = files.map((entry) => readFileSync(join(folder, entry), 'utf8').trim());
  if (typeof license !== 'string' && texts.length === 0) throw new Error(`${name} ${version} names no licence.`);
  return { title: `${name} ${version} (${license ?? 'see below'})`, text: texts.join('\n\n') || `Licence: ${license}` };
}
