import { expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import { reportPage } from './report-page.ts';
import { type Facts, isVerified, verdictOf } from './verdict.ts';

const at = '2026-01-02T03:04:05Z';
const facts: Facts = {
  vcs: 'subversion',
  mapped: {
    refs: [],
    head: 'refs/heads/main',
    commit_count: 5,
    findings: [],
    checks: [],
    packs: [],
    completeness: {
      ...{ content_revisions: 8, in_git: 5, excluded: 1, lost: 2 },
      outside: [{ folder: 'docs <i>', revisions: 2, first: 3, last: 7, is_excluded: false }],
    },
  },
  checks: [{ subject: 'x', what: 'y', expected: '1', found: '1', ok: true }],
  compared: { source_state: 'same', compared_at: at, compared_with: 'Compared.' },
  people: { mapped: 1, placeholder: 1, total: 3 },
  sourceRevisions: 9,
  findings: [],
};
const changed = (completeness: object, more: object = {}): Facts => ({
  ...facts,
  mapped: { ...facts.mapped, completeness: { ...facts.mapped.completeness, ...completeness } as never, ...more },
});

test('what is lost is red whatever was equal; nothing is merged', () => {
  const verdict = verdictOf(facts);
  expect([verdict.complete.state, verdict.equal.state, verdict.people.state]).toEqual(['red', 'green', 'amber']);
  expect(inEnglish(verdict.complete.text)).toContain('2 of 8 content revisions');
  expect(isVerified(verdict)).toBe(false);
  expect(isVerified(verdictOf(changed({ lost: 0, excluded: 3 })))).toBe(true);
  expect(verdictOf(changed({ lost: 0 }, { head: null })).complete.state).toBe('red');
});

test('the saved page says the three parts, and where what is lost lies', () => {
  const report = {
    verdict: verdictOf(facts),
    verified: false,
    checks: facts.checks,
    findings: [],
    counts: { source_revisions: 9, commits: 5, branches: 1, tags: 0, authors: 3, authors_mapped: 1 },
    files: {},
  };
  const page = [...reportPage(report as unknown as ImportReport)].join('');
  for (const text of ['Complete', 'Equal', 'People', '2 of 8 content revisions', 'not in Git', '/docs &lt;i&gt;']) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain('the source did not answer');
});
