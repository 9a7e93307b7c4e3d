/** Many authors at once: a rule says who each of them is. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { SaidAuthor } from '../../store/import-authors.ts';
import type { Identity } from '../../vocabulary/history.ts';

/** Addresses get a domain, or authors are left as they are. */
export type AuthorRule = { kind: 'domain'; domain: string } | { kind: 'accept' };

/** An author of whom a rule says something new. */
export interface RuledAuthor extends Identity {
  id: number;
  /** Who the author is now. */
  known: Identity;
  isMapped: boolean;
  /** Whether a person or a list said it: what the people book filled in is no loss. */
  isSaid: boolean;
}

/** The same address at another domain. */
export function atDomain(email: string, domain: string): string {
  const at = email.lastIndexOf('@');
  return `${at === -1 ? email : email.slice(0, at)}@${domain}`;
}

/** Authors of whom a rule says something new, in their order. */
export async function ruled(authors: Iterable<readonly SaidAuthor[]>, rule: AuthorRule): Promise<RuledAuthor[]> {
  const changes: RuledAuthor[] = [];
  for (const rows of authors) {
    for (const { id, source_name, source_email, mapped_name, mapped_email, mapped_by } of rows) {
      const known = { name: mapped_name ?? source_name, email: mapped_email ?? source_email };
      const email = rule.kind === 'domain' ? atDomain(known.email, rule.domain) : known.email;
      const isMapped = mapped_name !== null;
      if (isMapped && email === known.email) continue;
      changes.push({
        ...{ id, name: known.name, email, known, isMapped },
        isSaid: isMapped && mapped_by !== 'people_book',
      });
    }
    await breathe();
  }
  return changes;
}
