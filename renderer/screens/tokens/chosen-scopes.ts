/** Rules of choosing scopes: one that is chosen brings those below it, which then need no choice of their own. */
import type { Scope } from '../../../service/api/access/access-schemas.ts';

/** Names of the scopes that hold this one, nearest first. */
export function holdersOf(scopes: readonly Scope[], name: string): string[] {
  const holder = scopes.find((scope) => scope.name === name)?.parent ?? null;
  return holder === null ? [] : [holder, ...holdersOf(scopes, holder)];
}

/** Whether another chosen scope brings this one. */
export function isImplied(scopes: readonly Scope[], chosen: readonly string[], name: string): boolean {
  return holdersOf(scopes, name).some((holder) => chosen.includes(holder));
}

/** The choice with a scope added or taken away. What the added one brings is taken out of the choice. */
export function withScope(
  scopes: readonly Scope[],
  chosen: readonly string[],
  name: string,
  wanted: boolean,
): readonly string[] {
  const others = chosen.filter((scope) => scope !== name);
  if (!wanted) return others;
  return [...others.filter((other) => !holdersOf(scopes, other).includes(name)), name];
}
