import { expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';
import type { Finding } from '../../vocabulary/report.ts';
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

test.each(['revision_hidden', 'revision_partly_hidden'])('what a server may hide is never all: %s', (kind) => {
  const text = 'The server says nothing of these revisions.';
  const hidden: Finding = { kind, severity: 'warning', text, count: 1, examples: ['r2'] };
  const { complete } = verdictOf({ ...changed({ lost: 0, excluded: 3 }), findings: [hidden] });
  expect(complete.state).toBe('amber');
  expect(inEnglish(complete.text)).toContain(text);
});

test.each(['dot_git_name', 'content_gone'])('of files that did not come all is not told green: %s', (kind) => {
  const text = 'The files were left out.';
  const left: Finding = { kind, severity: 'warning', text, count: 1, examples: ['sub/.git/config'] };
  const verdict = verdictOf({ ...changed({ lost: 0, excluded: 3 }), findings: [left] });
  expect(verdict.complete.state).toBe('amber');
  expect(inEnglish(verdict.complete.text)).toContain(text);
  // What is there is what the source has.
  expect(isVerified(verdict)).toBe(true);
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

test('what is counted agrees with its number: none, one of one, one of several, a million', () => {
  const said = (sentence: Parameters<typeof inEnglish>[0]) => inEnglish(sentence);
  const complete = (counts: object) => said(verdictOf(changed({ lost: 0, ...counts })).complete.text);
  expect(complete({ content_revisions: 1, in_git: 0, excluded: 1 })).toBe('1 content revision: left out by choice.');
  expect(complete({ content_revisions: 3, in_git: 1, excluded: 2 })).toBe(
    '1 of 3 content revisions is in Git; 2 were left out by choice.',
  );
  expect(complete({ content_revisions: 1_000_000, in_git: 999_999, excluded: 1 })).toBe(
    '999,999 of 1,000,000 content revisions are in Git; 1 was left out by choice.',
  );
  const people = (placeholder: number, total: number) =>
    said(verdictOf({ ...facts, people: { mapped: 0, placeholder, total } }).people.text);
  expect(people(1, 1)).toMatch(/^The only author has a placeholder .* Map them to a real person\.$/);
  expect(people(1, 3)).toMatch(/^1 of 3 authors has a placeholder .* Map them to a real person\.$/);
  expect(people(2, 1_000_000)).toMatch(/^2 of 1,000,000 authors have a placeholder /);
  const wrong = { subject: 'x', what: 'y', expected: '1', found: '2', ok: false };
  const equal = (checks: Facts['checks']) => said(verdictOf({ ...facts, checks }).equal.text);
  expect(equal([wrong])).toBe('The only check differs from the source. Look at it before you use this repository.');
  expect(equal([wrong, wrong])).toContain('2 of 2 checks differ from the source. Look at them');
});
