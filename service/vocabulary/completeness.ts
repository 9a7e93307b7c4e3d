/** Whether every revision of a source is accounted for. */
import type { Verdict } from './verdict.ts';

/** A folder whose content is in no branch or tag. */
export type OutsideFolder = Verdict['complete']['outside'][number];

/** `in_git + excluded + lost = content_revisions`. */
export interface Completeness {
  /** Revisions that changed content. Such that only made folders, or changed properties, are not counted. */
  content_revisions: number;
  /** Those whose content is in Git, whole. */
  in_git: number;
  /** Those that have content only where a person left it out. */
  excluded: number;
  /** Those with content that nobody left out and that is not in Git. */
  lost: number;
  /** Where that content lies, most revisions first. */
  outside: OutsideFolder[];
}
