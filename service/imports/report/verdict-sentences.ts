/** The sentences of a verdict, by what they count. */
import { counted, type Said, say } from '../../../language/sentence.ts';
import type { Vcs } from '../../vocabulary/history.ts';

/** What is counted: so many of it, and that the only one is there. */
interface Counted {
  many(count: number): Said;
  theOnlyOne: Said;
}

const CONTENT_REVISIONS: Counted = {
  many: (n) => (n === 1 ? say('1 content revision') : say('{count} content revisions', { count: counted(n) })),
  theOnlyOne: say('The 1 content revision is in Git.'),
};
const CONTENT_CHANGESETS: Counted = {
  many: (n) => (n === 1 ? say('1 content changeset') : say('{count} content changesets', { count: counted(n) })),
  theOnlyOne: say('The 1 content changeset is in Git.'),
};
const REVISIONS: Counted = {
  many: (n) => (n === 1 ? say('1 revision') : say('{count} revisions', { count: counted(n) })),
  theOnlyOne: say('The 1 revision is in Git.'),
};
const CHANGESETS: Counted = {
  many: (n) => (n === 1 ? say('1 changeset') : say('{count} changesets', { count: counted(n) })),
  theOnlyOne: say('The 1 changeset is in Git.'),
};
const COMMITS: Counted = {
  many: (n) => (n === 1 ? say('1 commit') : say('{count} commits', { count: counted(n) })),
  theOnlyOne: say('The 1 commit is in Git.'),
};

/**
 * What a system calls its revisions.
 * @param isOfContent whether only those that change files are counted, as folders become branches
 */
export function countedOf(vcs: Vcs, isOfContent: boolean): Counted {
  if (vcs === 'git') return COMMITS;
  if (vcs === 'subversion') return isOfContent ? CONTENT_REVISIONS : REVISIONS;
  return isOfContent ? CONTENT_CHANGESETS : CHANGESETS;
}

export function allSentence(what: Counted, total: number): Said {
  return total === 1 ? what.theOnlyOne : say('All {what} are in Git.', { what: what.many(total) });
}

/** Where the source has commits beside those of its branches and tags. */
export function allOfRefsSentence(what: Counted, total: number): Said {
  return total === 1 ? what.theOnlyOne : say('All {what} of branches and tags are in Git.', { what: what.many(total) });
}

export function excludedSentence(what: Counted, inGit: number, total: number, excluded: number): Said {
  const values = { count: counted(inGit), what: what.many(total), excluded: counted(excluded) };
  if (total === 1) return say('{what}: left out by choice.', values);
  if (inGit === 1)
    return excluded === 1
      ? say('{count} of {what} is in Git; {excluded} was left out by choice.', values)
      : say('{count} of {what} is in Git; {excluded} were left out by choice.', values);
  return excluded === 1
    ? say('{count} of {what} are in Git; {excluded} was left out by choice.', values)
    : say('{count} of {what} are in Git; {excluded} were left out by choice.', values);
}

/** @param where folders; '' for none that is named */
export function lostSentence(what: Counted, lost: number, total: number, where: string): Said {
  const values = { count: counted(lost), what: what.many(total) };
  return where === ''
    ? say(
        '{count} of {what} changed content outside of every branch, and nobody left it out on purpose. Take it in as a branch, or leave it out.',
        values,
      )
    : say(
        '{count} of {what} changed content outside of every branch ({where}), and nobody left it out on purpose. Take it in as a branch, or leave it out.',
        { ...values, where },
      );
}

export function differsSentence(differing: number, checks: number): Said {
  if (checks === 1) return say('The only check differs from the source. Look at it before you use this repository.');
  const values = { count: counted(differing), what: say('{count} checks', { count: counted(checks) }) };
  return differing === 1
    ? say('{count} of {what} differs from the source. Look at it before you use this repository.', values)
    : say('{count} of {what} differ from the source. Look at them before you use this repository.', values);
}

export function equalSentence(checks: number): Said {
  return checks === 1
    ? say('The check of branches, tags and contents found what the source holds.')
    : say('All {count} checks of branches, tags and contents found what the source holds.', {
        count: counted(checks),
      });
}

export function placeholderSentence(placeholder: number, total: number): Said {
  if (total === 1)
    return say(
      'The only author has a placeholder for an e-mail address, as the source names none. Map them to a real person.',
    );
  const values = { count: counted(placeholder), what: say('{count} authors', { count: counted(total) }) };
  return placeholder === 1
    ? say(
        '{count} of {what} has a placeholder for an e-mail address, as the source names none. Map them to a real person.',
        values,
      )
    : say(
        '{count} of {what} have a placeholder for an e-mail address, as the source names none. Map them to real people.',
        values,
      );
}

export function allMappedSentence(total: number): Said {
  return total === 1
    ? say('The only author is mapped.')
    : say('All {count} authors are mapped.', { count: counted(total) });
}

/** @param isOfServer whether a server knows the people, as only Team Foundation's does */
export function namedSentence(mapped: number, unmapped: number, total: number, isOfServer: boolean): Said {
  const values = { mapped: counted(mapped), unmapped: counted(unmapped) };
  if (total === 1)
    return isOfServer
      ? say('1 author: {mapped} mapped, {unmapped} as the server names them.', values)
      : say('1 author: {mapped} mapped, {unmapped} as the source names them.', values);
  return isOfServer
    ? say('{total} authors: {mapped} mapped, {unmapped} as the server names them.', {
        ...values,
        total: counted(total),
      })
    : say('{total} authors: {mapped} mapped, {unmapped} as the source names them.', {
        ...values,
        total: counted(total),
      });
}
