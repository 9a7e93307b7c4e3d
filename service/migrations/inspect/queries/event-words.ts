/** What happened to an issue or pull request, said: an archive names events in English, by names that people never see. */
import { type Sentence, say } from '../../../../language/sentence.ts';
import { labelName, loginOf } from './names.ts';

/** Columns that say what an event was about. */
export const EVENT_COLUMNS = 'event, label, label_name, title_was, title_is, commit_id, subject, milestone_title, ref';

export interface EventRow {
  event: string | null;
  label: string | null;
  label_name: string | null;
  title_was: string | null;
  title_is: string | null;
  commit_id: string | null;
  subject: string | null;
  milestone_title: string | null;
  ref: string | null;
}

/** By the event, with what it was about: a label, a milestone, a person, a commit, a branch. */
const ABOUT: Readonly<Record<string, (about: string) => Sentence>> = {
  labeled: (about) => say('labeled "{about}"', { about }),
  unlabeled: (about) => say('unlabeled "{about}"', { about }),
  milestoned: (about) => say('milestoned "{about}"', { about }),
  demilestoned: (about) => say('demilestoned "{about}"', { about }),
  assigned: (about) => say('assigned {about}', { about }),
  unassigned: (about) => say('unassigned {about}', { about }),
  transferred: (about) => say('transferred {about}', { about }),
  comment_deleted: (about) => say('comment deleted {about}', { about }),
  review_requested: (about) => say('review requested {about}', { about }),
  review_request_removed: (about) => say('review request removed {about}', { about }),
  merged: (about) => say('merged by {about}', { about }),
  closed: (about) => say('closed by {about}', { about }),
  referenced: (about) => say('referenced by {about}', { about }),
  head_ref_deleted: (about) => say('head ref deleted {about}', { about }),
  head_ref_restored: (about) => say('head ref restored {about}', { about }),
  head_ref_force_pushed: (about) => say('head ref force pushed {about}', { about }),
  base_ref_force_pushed: (about) => say('base ref force pushed {about}', { about }),
};

/** By the event, where the archive says no more of it. */
const ALONE: Readonly<Record<string, () => Sentence>> = {
  labeled: () => say('labeled'),
  unlabeled: () => say('unlabeled'),
  milestoned: () => say('milestoned'),
  demilestoned: () => say('demilestoned'),
  assigned: () => say('assigned'),
  unassigned: () => say('unassigned'),
  transferred: () => say('transferred'),
  renamed: () => say('renamed'),
  comment_deleted: () => say('comment deleted'),
  review_requested: () => say('review requested'),
  review_request_removed: () => say('review request removed'),
  review_dismissed: () => say('review dismissed'),
  merged: () => say('merged'),
  closed: () => say('closed'),
  reopened: () => say('reopened'),
  referenced: () => say('referenced'),
  mentioned: () => say('mentioned'),
  subscribed: () => say('subscribed'),
  unsubscribed: () => say('unsubscribed'),
  locked: () => say('locked'),
  unlocked: () => say('unlocked'),
  pinned: () => say('pinned'),
  unpinned: () => say('unpinned'),
  ready_for_review: () => say('ready for review'),
  convert_to_draft: () => say('convert to draft'),
  head_ref_deleted: () => say('head ref deleted'),
  head_ref_restored: () => say('head ref restored'),
  head_ref_force_pushed: () => say('head ref force pushed'),
  base_ref_changed: () => say('base ref changed'),
  base_ref_force_pushed: () => say('base ref force pushed'),
};

/** What a review came to, by its state. */
const VERDICTS: Readonly<Record<number, () => Sentence>> = {
  1: () => say('commented'),
  30: () => say('requested changes'),
  40: () => say('approved'),
  50: () => say('dismissed'),
};

/** A state that is not known says no more than that somebody reviewed. */
export function verdictSummary(state: number | null): Sentence {
  return (VERDICTS[state ?? 1] ?? (() => say('commented')))();
}

/** The event's name and what it was about: `labeled "bug"`. One that is not known here is said as the archive names it. */
export function eventSummary(row: EventRow): Sentence {
  const event = row.event ?? 'event';
  const name = event.replaceAll('_', ' ');
  if (row.title_is !== null) {
    const titles = { before: row.title_was ?? '', after: row.title_is };
    if (event === 'base_ref_changed') return say('base ref changed from "{before}" to "{after}"', titles);
    if (event === 'renamed') return say('renamed from "{before}" to "{after}"', titles);
    return say('{event} from "{before}" to "{after}"', { ...titles, event: name });
  }
  const label = row.label_name ?? (row.label === null ? null : labelName(row.label));
  const quoted = label ?? row.milestone_title;
  const about =
    quoted ??
    (row.subject === null ? null : (loginOf(row.subject) ?? row.subject)) ??
    row.commit_id?.slice(0, 10) ??
    row.ref;
  // An event may be called as what every object has.
  const known = (names: Readonly<Record<string, unknown>>) => Object.hasOwn(names, event);
  if (about === null) return known(ALONE) ? (ALONE[event]?.() ?? name) : name;
  if (known(ABOUT)) return ABOUT[event]?.(about) ?? name;
  return quoted === null ? `${name} ${about}` : `${name} "${about}"`;
}
