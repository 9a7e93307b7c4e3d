/**
 * `npm run bench [-- --runs 3 --revisions 3500 --commits 20000 --skip-git-svn --only subversion|line|git|lfs|mercurial|tfvc|survey|access|archives|archive-reading|events|scale|several|growth|comparison|window --megabytes 300 --write]`:
 * Gantry and its peers on the same generated repositories, turn by turn; prints medians and ratios. `--write` puts the rows of each
 * part into its section of docs/benchmarks.md. `--only growth [--of revisions,paths] [--up-to 1000000]`: how whole imports grow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAccess } from './access.ts';
import { benchArchiveReading } from './archive-reading.ts';
import { benchArchives } from './archives.ts';
import { benchComparison } from './comparison/compare.ts';
import { benchEvents } from './events.ts';
import { benchGit } from './git.ts';
import { benchGrowth } from './growth/growth.ts';
import { benchLargeFiles } from './large-files.ts';
import { benchLine } from './line.ts';
import { benchMercurial } from './mercurial.ts';
import { recordSection } from './record.ts';
import { benchScale } from './scale.ts';
import { benchSeveral } from './several.ts';
import { benchSubversion } from './subversion.ts';
import { benchSurvey } from './survey.ts';
import { printTable, type Row } from './table.ts';
import { benchTfvc } from './tfvc.ts';
import { benchWindow } from './window.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    revisions: { type: 'string', default: '3500' },
    commits: { type: 'string', default: '20000' },
    changesets: { type: 'string', default: '3500' },
    tokens: { type: 'string', default: '10000' },
    megabytes: { type: 'string', default: '300' },
    only: { type: 'string' },
    of: { type: 'string' },
    'up-to': { type: 'string', default: '200000' },
    write: { type: 'boolean', default: false },
    'skip-git-svn': { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
const runs = Number(values.runs);
const gitSvn = !values['skip-git-svn'];
const commits = Number(values.commits);

/** Parts in their order, by the name of `--only`; what each gives is a section of `docs/benchmarks.md` of that name. */
const PARTS: readonly { name: string; run: () => Promise<Row[]>; alone?: true }[] = [
  { name: 'subversion', run: () => benchSubversion(folder, { runs, revisions: Number(values.revisions), gitSvn }) },
  { name: 'git', run: () => benchGit(folder, { runs, commits }) },
  { name: 'lfs', run: () => benchLargeFiles(folder, { runs, commits }) },
  { name: 'mercurial', run: () => benchMercurial(folder, { runs, changesets: Number(values.changesets) }) },
  { name: 'tfvc', run: () => benchTfvc(folder, { runs: Math.min(runs, 2), changesets: 4000 }) },
  { name: 'survey', run: () => benchSurvey(folder, { runs }) },
  { name: 'access', run: () => benchAccess(folder, { runs, tokens: Number(values.tokens) }) },
  { name: 'archives', run: () => benchArchives(folder, { runs, megabytes: Number(values.megabytes) }) },
  { name: 'archive-reading', run: () => benchArchiveReading(folder, { runs }) },
  { name: 'events', run: () => benchEvents(folder, { runs }) },
  // Minutes of their own, so only where they are asked for.
  { name: 'line', run: () => benchLine(folder, { runs, revisions: 1500, gitSvn }), alone: true },
  { name: 'scale', run: () => benchScale(folder), alone: true },
  {
    name: 'several',
    run: () => benchSeveral(folder, { runs, revisions: Number(values.revisions) }),
    alone: true,
  },
  { name: 'window', run: () => benchWindow(folder, { runs }), alone: true },
  { name: 'comparison', run: () => benchComparison(folder), alone: true },
];

const given = values.only;
const isChosen = ({ name, alone }: (typeof PARTS)[number]) =>
  given === undefined ? alone !== true : name === given || (given === 'archives' && name === 'archive-reading');

/** The flags as they were given, but for the one that writes. */
const COMMAND = ['npm run bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)]
  .filter((word) => word !== '--write')
  .join(' ');

try {
  const rows: Row[] = [];
  const keep = (section: string, found: readonly Row[]) => {
    rows.push(...found);
    if (values.write) recordSection(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), section, COMMAND, found);
  };
  for (const part of PARTS.filter(isChosen)) keep(part.name, await part.run());
  if (given === 'growth') {
    const growth = { runs, upTo: Number(values['up-to']), of: values.of };
    await benchGrowth(folder, growth, keep);
  }
  printTable(rows);
  process.exitCode = rows.every((row) => row.ok) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
