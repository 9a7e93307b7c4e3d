import type { ImportReport } from '../../vocabulary/import-report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { ENGLISH, type PageWords } from './page-words.ts';

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

function findings(report: ImportReport, words: PageWords): string {
  if (report.findings.length === 0) return `<p>${words.allAsItWas}</p>`;
  return report.findings
    .map((finding) => {
      const examples = finding.examples
        .map((example) => `<li><code>${escapeHtml(words.say(example))}</code></li>`)
        .join('');
      const list = examples === '' ? '' : `<details><summary>${words.examples}</summary><ul>${examples}</ul></details>`;
      const grave = finding.severity === 'warning' ? words.warning : words.info;
      return `<h3>${grave}: ${words.number(finding.count)} × ${escapeHtml(finding.kind)}</h3><p>${escapeHtml(words.say(finding.text))}</p>${list}`;
    })
    .join('\n');
}

function update({ update }: ImportReport, words: PageWords): string {
  if (!update) return '';
  const lines = update.refs.map(({ name, before, after, commits }) => [
    name,
    before ?? words.newRef,
    after ?? words.goneRef,
    commits === null ? '' : words.newCommits(commits),
  ]);
  // A source that was stripped or rewritten may have fewer than before.
  const came = words.newRevisions(Math.max(0, update.new_revisions), words.moment(update.since));
  return `<h2>${words.update}</h2><p>${escapeHtml(came)}</p><table>${rows(lines)}</table>\n`;
}

function verdict(report: ImportReport, failed: number, words: PageWords): string {
  const { verified, checks, source_state } = report;
  if (report.verdict !== undefined) return parts(report.verdict, words);
  const text = (sentence: string) => `<p class="${verified ? 'ok' : 'bad'}">${sentence}</p>`;
  const { earlier } = words;
  if (verified) return text(earlier.verified(checks.length));
  if (failed > 0) return text(earlier.differ(failed, checks.length));
  return text(source_state === 'moved_on' ? earlier.movedOn(checks.length) : earlier.notReached(checks.length));
}

/** The three parts of a verdict, each with its state in a word. */
function parts({ complete, equal, people }: Verdict, words: PageWords): string {
  const classes = { green: 'ok', amber: 'look', red: 'bad' };
  const row = (name: string, { state, text }: Verdict['complete' | 'equal' | 'people']) =>
    `<tr><th scope="row">${name}</th><td class="${classes[state]}">${words.states[state]}</td><td>${escapeHtml(words.say(text))}</td></tr>`;
  const outside = complete.outside.map(({ folder, revisions, first, last, is_excluded }) => [
    `/${folder}`,
    words.outsideRevisions(revisions, first, last),
    is_excluded ? words.excluded : words.notInGit,
  ]);
  const where = outside.length === 0 ? '' : `\n<h2>${words.outside}</h2><table>${rows(outside)}</table>`;
  const names = words.parts;
  return `<table>\n${row(names.complete, complete)}\n${row(names.equal, equal)}\n${row(names.people, people)}\n</table>${where}`;
}

function checkRow(check: ImportReport['checks'][number], words: PageWords): string {
  const state = check.ok ? `<td class="ok">${words.equal}</td>` : `<td class="bad">${words.different}</td>`;
  const [subject, what, expected, found] = [check.subject, check.what, check.expected, check.found].map((text) =>
    escapeHtml(words.say(text)),
  );
  return `<tr><td>${subject}</td><td>${what}</td><td><code>${expected}</code></td><td><code>${found}</code></td>${state}</tr>\n`;
}

/**
 * The report as one HTML page that needs nothing else: no script, no address outside. Comes in pieces:
 * a repository may have a hundred thousand refs.
 */
export function* reportPage(report: ImportReport, words: PageWords = ENGLISH): Generator<string> {
  const { counts } = report;
  const failed = report.checks.filter((check) => !check.ok).length;
  const title = words.title(`${report.owner}/${report.repo}`);
  yield `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${verdict(report, failed, words)}
<table>
${rows([
  [words.source, `${report.vcs}, ${report.vcs_url}`],
  ...(report.compared_with === undefined ? [] : [[words.compared, words.say(report.compared_with)]]),
  [words.begun, words.moment(report.started_at)],
  [words.finished, words.moment(report.finished_at)],
  [words.sourceRevisions, words.number(counts.source_revisions)],
  [words.commits, words.number(counts.commits)],
  [words.branches, words.number(counts.branches)],
  [words.tags, words.number(counts.tags)],
  [words.authors, words.authorsMapped(words.number(counts.authors), words.number(counts.authors_mapped))],
  [words.defaultBranch, report.default_branch ?? words.none],
  [words.repository, report.repository_path],
])}
</table>
${update(report, words)}<h2>${words.notAsItWas}</h2>
${findings(report, words)}
<h2>${words.checks}</h2>
<table>
<thead><tr>${words.columns.map((column) => `<th>${column}</th>`).join('')}<th></th></tr></thead>
<tbody>
`;
  for (const check of report.checks) yield checkRow(check, words);
  yield `</tbody>
</table>
</body>
</html>
`;
}
