/** What a person asked for beside the source's own history. Each can be changed later: what was fetched is mapped again. */
export interface Wishes {
  /** A note to each commit with the revision that it came from. */
  notes: boolean;
  /** Messages that name revisions of the source name the commits that those became. */
  messages: boolean;
  /** A `.gitignore` that ignores what Mercurial's `.hgignore` does. */
  gitignore: boolean;
  /** Labels of Team Foundation, which servers work long on, become no tags. */
  withoutLabels: boolean;
}

export const NO_WISHES: Wishes = { notes: false, messages: false, gitignore: false, withoutLabels: false };

/** @param asked what is named in it changes */
export function changedWishes(before: Wishes, asked: Partial<Wishes> | undefined): Wishes {
  return { ...before, ...asked };
}

export function sameWishes(a: Wishes, b: Wishes): boolean {
  return Object.keys(NO_WISHES).every((name) => a[name as keyof Wishes] === b[name as keyof Wishes]);
}
