/** Heads of named branches, as `hg heads --closed` lists them. */

export interface Step {
  changeset: { branch: string };
  /** Places of the parents, both smaller than the step's own; -1 for none. */
  parents: readonly [number, number];
}

/**
 * A head of a branch is a changeset that no other changeset of the branch descends from, be it through other branches.
 * @param steps all changesets, parents first
 * @returns places, the newest first
 */
export function branchHeads(steps: readonly Step[]): number[] {
  const hasChild = new Uint8Array(steps.length);
  for (const { changeset, parents } of steps) {
    for (const parent of parents) {
      if (parent >= 0 && steps[parent]?.changeset.branch === changeset.branch) hasChild[parent] = 1;
    }
  }
  const candidates = new Map<string, number[]>();
  for (let place = steps.length - 1; place >= 0; place--) {
    if (hasChild[place] === 1) continue;
    const { branch } = (steps[place] as Step).changeset;
    const list = candidates.get(branch);
    if (list === undefined) candidates.set(branch, [place]);
    else list.push(place);
  }
  return [...candidates.values()].flatMap((list) => withoutAncestors(steps, list)).sort((a, b) => b - a);
}

/** Those of the places, newest first, that none of the others descends from. */
function withoutAncestors(steps: readonly Step[], places: readonly number[]): number[] {
  const oldest = places.at(-1) ?? 0;
  if (places.length === 1) return [oldest];
  const wanted = new Set(places);
  const reached = new Uint8Array(steps.length);
  for (let place = places[0] as number; place >= oldest; place--) {
    if (reached[place] === 0 && !wanted.has(place)) continue;
    for (const parent of (steps[place] as Step).parents) if (parent >= 0) reached[parent] = 1;
  }
  return places.filter((place) => reached[place] === 0);
}
