import type { ImportReport } from '../../vocabulary/import-report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, in elements and quoted attributes. Names come from foreign repositories. */
function escapeHtml(text: string | number): string {
  return String(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .25rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere; }
.ok { color: #1a7f37; } .look { color: #7d4e00; } .bad { color: #cf222e; font-weight: 600; }
@media (prefers-color-scheme: dark) { .ok { color: #4ac26b; } .look { color: #d4a72c; } .bad { color: #ff7b72; } }
code { font-family: ui-monospace, monospace; font-size: .85em; }
`;

function rows(cells: (string | number)[][]): string {
  return cells.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('\n');
}

function findings(report: ImportReport): string {
  if (report.findings.length === 0) return '<p>Everything arrived as it was.</p>';
  return report.findings
    .map((finding) => {
      const examples = finding.examples.map((example) => `<li><code>${escapeHtml(example)}</code></li>`).join('');
      const list = examples === '' ? '' : `<details><summary>Examples</summary><ul>${examples}</ul></details>`;
      return `<h3>${finding.severity === 'warning' ? 'Look at this' : 'For your information'}: ${escapeHtml(finding.count)} × ${escapeHtml(finding.kind)}</h3><p>${escapeHtml(finding.text)}</p>${list}`;
    })
    .join('\n');
}

function update({ update }: ImportReport): string {
  if (!update) return '';
  const lines = update.refs.map(({ name, before, after, commits }) => [
    name,
    before ?? 'new',
    after ?? 'gone',
    commits === null ? '' : `${commits} new commits`,
  ]);
  return `<h2>What came with this update</h2><p>${escapeHtml(update.new_revisions)} new revisions since ${escapeHtml(update.since)}.</p><table>${rows(lines)}</table>\n`;
}

function verdict(report: ImportReport, failed: number): string {
  const { verified, checks, source_state } = report;
  if (report.verdict !== undefined) return parts(report.verdict);
  const text = (words: string) => `<p class="${verified ? 'ok' : 'bad'}">${words}</p>`;
  if (verified) return text(`Verified: all ${checks.length} checks are equal.`);
  if (failed > 0) {
    return text(`${failed} of ${checks.length} checks differ. Look at them before you use this repository.`);
  }
  const why = source_state === 'moved_on' ? 'the source has moved on since' : 'the source did not answer';
  return text(`All ${checks.length} checks are equal, but to what was fetched before: ${why}.`);
}

/** The three parts of a verdict, each with its state in a word. */
function parts({ complete, equal, people }: Verdict): string {
  const words = { green: 'good', amber: 'look at this', red: 'wrong' };
  const classes = { green: 'ok', amber: 'look', red: 'bad' };
  const row = (name: string, { state, text }: Verdict['complete' | 'equal' | 'people']) =>
    `<tr><th scope="row">${name}</th><td class="${classes[state]}">${words[state]}</td><td>${escapeHtml(text)}</td></tr>`;
  const outside = complete.outside.map(({ folder, revisions, first, last, is_excluded }) => [
    `/${folder}`,
    `${revisions} revisions, r${first} to r${last}`,
    is_excluded ? 'left out by choice' : 'not in Git',
  ]);
  const where = outside.length === 0 ? '' : `\n<h2>Outside of every branch</h2><table>${rows(outside)}</table>`;
  return `<table>\n${row('Complete', complete)}\n${row('Equal', equal)}\n${row('People', people)}\n</table>${where}`;
}

function checkRow(check: ImportReport['checks'][number]): string {
  const state = check.ok ? '<td class="ok">equal</td>' : '<td class="bad">different</td>';
  return `<tr><td>${escapeHtml(check.subject)}</td><td>${escapeHtml(check.what)}</td><td><code>${escapeHtml(check.expected)}</code></td><td><code>${escapeHtml(check.found)}</code></td>${state}</tr>\n`;
}

/**
 * The report as one HTML page that needs nothing else: no script, no address outside. Comes in pieces:
 * a repository may have a hundred thousand refs.
 */
export function* reportPage(report: ImportReport): Generator<string> {
  const { counts } = report;
  const failed = report.checks.filter((check) => !check.ok).length;
  const title = `Import of ${report.owner}/${report.repo}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${verdict(report, failed)}
<table>
${rows([
  ['Source', `${report.vcs}, ${report.vcs_url}`],
  ...(report.compared_with === undefined ? [] : [['Compared', report.compared_with]]),
  ['Begun', report.started_at],
  ['Finished', report.finished_at],
  ['Revisions in the source', counts.source_revisions],
  ['Commits', counts.commits],
  ['Branches', counts.branches],
  ['Tags', counts.tags],
  ['Authors', `${counts.authors}, of these mapped by a person: ${counts.authors_mapped}`],
  ['Default branch', report.default_branch ?? 'none'],
  ['Repository', report.repository_path],
])}
</table>
${update(report)}<h2>What did not arrive as it was</h2>
${findings(report)}
<h2>Checks</h2>
<table>
<thead><tr><th>Of</th><th>What</th><th>Source</th><th>Repository</th><th></th></tr></thead>
<tbody>
`;
  for (const check of report.checks) yield checkRow(check);
  yield `</tbody>
</table>
</body>
</html>
`;
}
