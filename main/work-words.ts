/** What is said of long work outside of the page: when the app is to end, and when the window is not in front. */
import type { Work } from '../service/api/work/work-schemas.ts';
import { t } from './language/text.ts';

/** Kinds of work as headings. */
function titleOf(kind: Work['kind']): string {
  switch (kind) {
    case 'import':
      return t('Import');
    case 'update':
      return t('Update');
    case 'comparison':
      return t('Comparison');
    case 'push':
      return t('Push');
    case 'export':
      return t('Export');
    case 'restore':
      return t('Restore');
  }
}

/** Kinds that the next start does not go on with. */
const STOPPED: readonly string[] = ['push', 'comparison'];
/** Jobs that a question names. */
const NAMED = 8;

/** `acme/tool`, the migration's owner, or the archive's file. */
export function subjectOf({ owner, repo, place }: Work): string {
  if (owner === null) return place?.split(/[\\/]/).at(-1) ?? '';
  return repo === null ? owner : `${owner}/${repo}`;
}

/** What runs or waits when the app is to end. */
export interface WorkAtHand {
  /** What whoever sits there may read of. */
  own: readonly Work[];
  /** Keys of what belongs to other accounts: `<kind>:<id>`. */
  others: readonly string[];
}

/**
 * The question before the app ends, for one job at least: what runs, and what becomes of it. Of the work of others it says how much
 * there is.
 * @param mayName whether whoever sits there may read what is worked on: a window that is locked says how much it is
 */
export function quitQuestion(
  { own: running, others }: WorkAtHand,
  mayName: boolean,
): { message: string; detail: string } {
  const [first] = running;
  const all = running.length + others.length;
  const message =
    all === 1 && first !== undefined
      ? t(
          '{kind, select, import {An import} update {An update} comparison {A comparison} push {A push} export {An export} other {A restore}} is still {state, select, waiting {waiting} other {running}}.',
          { kind: first.kind, state: first.state },
        )
      : t('{jobs, plural, one {A job is} other {# jobs are}} still running.', { jobs: all });
  const named = mayName ? running.slice(0, NAMED) : [];
  const lines = named.map((work) => {
    const line = `${titleOf(work.kind)}: ${subjectOf(work)}`;
    return work.kind === 'push' && work.place !== null ? t('{line} to {place}', { line, place: work.place }) : line;
  });
  const more =
    mayName && running.length > NAMED ? [t('and {more, number} more', { more: running.length - NAMED })] : [];
  const ofOthers =
    mayName && others.length > 0
      ? [
          t('{others, plural, one {# job of another account} other {# jobs of other accounts}}', {
            others: others.length,
          }),
        ]
      : [];
  const kinds = [...running.map(({ kind }) => kind), ...others.map((key) => key.slice(0, key.indexOf(':')))];
  const stopped = kinds.filter((kind) => STOPPED.includes(kind));
  const goesOn = all - stopped.length;
  const ends = [
    goesOn === 0
      ? ''
      : all === 1
        ? t('If you quit now, it goes on by itself when Gantry is started again.')
        : t(
            'If you quit now, imports, updates, exports and restores go on by themselves when Gantry is started again.',
          ),
    stopped.length > 0
      ? t('Pushes and comparisons stop. What a push has sent is not sent twice: begin it again from Activity.')
      : '',
  ].filter((sentence) => sentence !== '');
  const paragraphs = [[...lines, ...more, ...ofOthers].join('\n'), ends.join(' ')];
  return { message, detail: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n') };
}

/** The question where nobody can say what runs. */
export function blindQuitQuestion(): { message: string; detail: string } {
  return {
    message: t('What runs cannot be told: the engine of Gantry does not answer.'),
    detail: t(
      'If you quit now, imports, updates, exports and restores go on by themselves when Gantry is started again; pushes and comparisons stop.',
    ),
  };
}

/** What a person is told of work that ended or asks, where nobody looks at the window; null for what is not worth it. */
export function noticeOf(work: Work): { title: string; body: string } | null {
  const title = `${titleOf(work.kind)}: ${subjectOf(work)}`;
  switch (work.state) {
    case 'done':
      return { title, body: work.warns === true ? work.text : t('Done.') };
    case 'failed':
      return { title, body: `${t('Failed.')} ${work.text}` };
    case 'needs_you':
      return { title, body: `${t('It needs you.')} ${work.text}` };
    default:
      return null;
  }
}

/** The same of several that ended together. What is done and not as its source needs somebody. */
export function noticeOfMany(ended: readonly Work[]): { title: string; body: string } {
  const count = (isOf: (work: Work) => boolean) => ended.filter(isOf).length;
  const failed = count(({ state }) => state === 'failed');
  const asks = count(({ state, warns }) => state === 'needs_you' || warns === true);
  const done = count(({ state, warns }) => state === 'done' && warns !== true);
  const body = [
    failed > 0 ? t('{failed, plural, one {# job failed.} other {# jobs failed.}}', { failed }) : '',
    asks > 0 ? t('{asks, plural, one {# job needs you.} other {# jobs need you.}}', { asks }) : '',
    done > 0 ? t('{done, plural, one {# job is done.} other {# jobs are done.}}', { done }) : '',
    t('Activity shows them.'),
  ];
  return { title: 'Gantry', body: body.filter((sentence) => sentence !== '').join(' ') };
}

/** Progress for the taskbar: 0 to 1, 2 where nobody counts, -1 where nothing runs. */
export function taskbarProgress(running: readonly Pick<Work, 'percent'>[]): number {
  if (running.length === 0) return -1;
  const counted = running.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  if (counted.length === 0) return 2;
  return counted.reduce((sum, percent) => sum + percent, 0) / counted.length / 100;
}
