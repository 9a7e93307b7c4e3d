/** Accounts for every revision that has content: in Git, left out by choice, or lost. */
import { say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import type { Completeness } from '../../../vocabulary/completeness.ts';
import type { FindingCollector } from '../../findings.ts';
import { OutsideFinder, type OutsideRules } from '../layout/outside.ts';
import { OutsideTally } from '../layout/outside-tally.ts';
import { topOf } from '../layout/top-folder.ts';
import type { JournalRevision } from '../raw/journal.ts';
import type { Line } from './lines.ts';

export interface AccountRules extends OutsideRules {
  nameOf(revision: number): string;
  findings: FindingCollector;
}

/** Fed with the journal in order, each revision after its commits were made. */
export class RevisionAccount {
  readonly #rules: AccountRules;
  readonly #outside: OutsideFinder;
  readonly #tally: OutsideTally;
  readonly #counts = { content_revisions: 0, in_git: 0, excluded: 0, lost: 0 };
  #before = -1;

  constructor(rules: AccountRules) {
    this.#rules = rules;
    this.#outside = new OutsideFinder(rules);
    this.#tally = new OutsideTally(rules.matcher);
  }

  /** @param touched lines that the revision changed */
  add(revision: JournalRevision, touched: readonly Line[]): void {
    const { lost, excluded } = this.#outside.add(revision);
    const isChange = revision.t !== this.#before;
    this.#before = revision.t;
    this.#tally.add(revision.r, { lost, excluded });
    const { findings, nameOf, matcher } = this.#rules;
    const isInGit = isChange && touched.some((line) => line.lastCommitted === revision.r || isNewTag(line, revision.r));
    if (lost.length > 0) {
      this.#counts.lost += 1;
      findings.add(
        'outside_layout',
        'warning',
        say(
          'Revisions changed files outside of the branch layout; these files are in the staging repository only. Take them in as a branch, or leave them out on purpose.',
        ),
        `${nameOf(revision.r)}: /${showPath(lost[0] as string)}`,
      );
    } else if (isInGit) this.#counts.in_git += 1;
    else if (excluded.length > 0) this.#counts.excluded += 1;
    else if (isChange || revision.e.length > 0) {
      if (touched.length > 0) return;
      findings.add(
        'no_commit',
        'info',
        say(
          'Revisions that only made, deleted or described folders outside of every branch became no commit; they are in the staging repository only.',
        ),
        nameOf(revision.r),
      );
      return;
    } else return;
    this.#counts.content_revisions += 1;
    if (excluded.length === 0) return;
    findings.add(
      'left_out',
      'info',
      say(
        'Revisions changed files that were left out on purpose, or that belong to other projects than the one that was chosen.',
      ),
      `${nameOf(revision.r)}: /${showPath(topOf(excluded[0] as string, matcher))}`,
    );
  }

  get completeness(): Completeness {
    return { ...this.#counts, outside: this.#tally.folders };
  }
}

function isNewTag(line: Line, revision: number): boolean {
  return line.pendingCreation === revision;
}
