import { expect, test } from 'vitest';
import { inLanguage, spoken } from '../../../failures/language.ts';
import { type EventRow, eventSummary, verdictSummary } from './event-words.ts';

const nothing: EventRow = {
  ...{ event: null, label: null, label_name: null, title_was: null, title_is: null },
  ...{ commit_id: null, subject: null, milestone_title: null, ref: null },
};
/** Events that were seen in archives, with what they were about there. */
const SEEN: readonly (Partial<EventRow> & { event: string })[] = [
  { event: 'labeled', label_name: 'bug' },
  { event: 'unlabeled', label: 'https://h.example/o/r/labels/help%20wanted' },
  ...['mentioned', 'subscribed', 'unsubscribed', 'reopened', 'locked', 'unlocked', 'pinned', 'ready_for_review'].map(
    (event) => ({ event }),
  ),
  ...['closed', 'merged', 'referenced'].flatMap((event) => [
    { event },
    { event, commit_id: '0123456789abcdef0123456789abcdef01234567' },
  ]),
  ...['renamed', 'base_ref_changed'].flatMap((event) => [{ event }, { event, title_was: 'Old', title_is: 'New' }]),
  ...['assigned', 'unassigned', 'transferred', 'comment_deleted'].map((event) => ({
    event,
    subject: 'https://h.example/ada',
  })),
  ...['head_ref_deleted', 'head_ref_restored', 'head_ref_force_pushed', 'base_ref_force_pushed'].flatMap((event) => [
    { event },
    { event, ref: 'refs/heads/topic' },
  ]),
  ...['milestoned', 'demilestoned'].map((event) => ({ event, milestone_title: 'First' })),
];

test('what happened is said in German with what it was about', () => {
  for (const row of SEEN) {
    const summary = eventSummary({ ...nothing, ...row });
    const english = inLanguage('en', () => spoken(summary));
    const german = inLanguage('de', () => spoken(summary));
    expect(english).toContain(row.event.replaceAll('_', ' '));
    expect(german, english).toMatch(/^(hat|wurde) /);
    for (const about of ['bug', 'help wanted', '0123456789', 'New', 'Old', 'First', 'topic', 'ada'])
      expect(german.includes(about), `${about} in ${german}`).toBe(english.includes(about));
  }
  expect([1, 30, 40, 50, null, 77].map((state) => inLanguage('de', () => spoken(verdictSummary(state))))).toEqual([
    'kommentiert',
    'Änderungen verlangt',
    'zugestimmt',
    'verworfen',
    'kommentiert',
    'kommentiert',
  ]);
});

test('an event that nobody knows is said as the archive names it', () => {
  const said = (row: Partial<EventRow>) => inLanguage('de', () => spoken(eventSummary({ ...nothing, ...row })));
  expect(said({ event: 'moved_columns', ref: 'main' })).toBe('moved columns main');
  expect(said({ event: 'to_be_seen', label_name: 'x' })).toBe('to be seen "x"');
  expect(said({ event: 'constructor' })).toBe('constructor');
  expect(said({ event: '__proto__', ref: 'main' })).toBe('  proto   main');
});
