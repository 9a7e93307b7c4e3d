/** Addresses, moments and small parts that records of an archive have in common. */

export type Json = Record<string, unknown>;

export const SAMPLE_ROOT = 'https://origin.test';

export const WIDGETS = `${SAMPLE_ROOT}/acme/widgets`;
export const GADGETS = `${SAMPLE_ROOT}/acme/gadgets`;
export const ATTACHED = 'attachments/11111111-2222-4333-8444-555555555555/shot 1.png';
export const ATTACHED_TO_COMMENT = 'attachments/66666666-7777-4888-8999-aaaaaaaaaaaa/notes.txt';
export const UPLOADED = 'repository_files/7/manual.pdf';
/** The pull request of `acme/widgets`. */
export const PULL = `${WIDGETS}/pull/3`;

/** Of an issue of `acme/widgets`. */
export const issueUrl = (n: number): string => `${WIDGETS}/issues/${n}`;

/** A moment in 2020, `n` minutes after its start. */
export function at(n: number): string {
  return new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString().replace('.000Z', 'Z');
}

/** The same moment, as a clock that is ahead of UTC by whole hours writes it. */
export function zoned(n: number, hours: number): string {
  return at(n + hours * 60).replace('Z', `+${String(hours).padStart(2, '0')}:00`);
}

/** What somebody thinks of a record. */
export const reaction = (login: string, content: string, subject: string): Json => ({
  user: `${SAMPLE_ROOT}/${login}`,
  content,
  subject_type: subject,
  created_at: '2020-01-03T10:11:12.345+01:00',
});
