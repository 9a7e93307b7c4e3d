/**
 * `npm run bench [-- --runs 3 --revisions 3500 --commits 20000 --skip-git-svn --only subversion|line|git|lfs|mercurial|tfvc|survey|access|archives|archive-reading|events|scale|comparison|window --megabytes 300]`:
 * Gantry and its peers on the same generated repositories, turn by turn; prints medians and ratios.
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
import { benchLargeFiles } from './large-files.ts';
import { benchLine } from './line.ts';
import { benchMercurial } from './mercurial.ts';
import { benchScale } from './scale.ts';
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
    'skip-git-svn': { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
const runs = Number(values.runs);
try {
  const rows: Row[] = [];
  if (values.only === undefined || values.only === 'subversion') {
    rows.push(
      ...(await benchSubversion(folder, {
        runs,
        revisions: Number(values.revisions),
        gitSvn: !values['skip-git-svn'],
      })),
    );
  }
  if (values.only === undefined || values.only === 'git')
    rows.push(...(await benchGit(folder, { runs, commits: Number(values.commits) })));
  if (values.only === undefined || values.only === 'lfs')
    rows.push(...(await benchLargeFiles(folder, { runs, commits: Number(values.commits) })));
  if (values.only === undefined || values.only === 'mercurial')
    rows.push(...(await benchMercurial(folder, { runs, changesets: Number(values.changesets) })));
  if (values.only === undefined || values.only === 'tfvc')
    rows.push(...(await benchTfvc(folder, { runs: Math.min(runs, 2), changesets: 4000 })));
  if (values.only === undefined || values.only === 'survey') rows.push(...(await benchSurvey(folder, { runs })));
  if (values.only === undefined || values.only === 'access')
    rows.push(...(await benchAccess(folder, { runs, tokens: Number(values.tokens) })));
  if (values.only === undefined || values.only === 'archives')
    rows.push(...(await benchArchives(folder, { runs, megabytes: Number(values.megabytes) })));
  if (values.only === undefined || values.only === 'archives' || values.only === 'archive-reading')
    rows.push(...(await benchArchiveReading(folder, { runs })));
  if (values.only === undefined || values.only === 'events') rows.push(...(await benchEvents(folder, { runs })));
  // Minutes of their own, so only where they are asked for.
  if (values.only === 'line')
    rows.push(...(await benchLine(folder, { runs, revisions: 1500, gitSvn: !values['skip-git-svn'] })));
  if (values.only === 'scale') rows.push(...(await benchScale(folder)));
  if (values.only === 'window') rows.push(...(await benchWindow(folder, { runs })));
  if (values.only === 'comparison') rows.push(...(await benchComparison(folder)));
  printTable(rows);
  process.exitCode = rows.every((row) => row.ok) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
