import { t } from '../../language/text.ts';

/** What is said of the one repository that was to be pushed, and that somebody else threw away or renamed meanwhile. */
export function goneAlone(full_name: string): string {
  return t(
    '{full_name} is not here any more: somebody threw it away or renamed it meanwhile. Close this and look on Home; what was thrown away can be taken back from the trash there.',
    { full_name },
  );
}
