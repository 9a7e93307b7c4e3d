import type { MapResult } from '../../sources/source.ts';

/**
 * The mapping as the source made it, of one to which more was done.
 * @returns the repository that has its refs; null where those that are published are the same
 */
export function ownMapping<Mapped extends Pick<MapResult, 'origin' | 'conversion'>>(
  mapped: Mapped,
): { mapped: Mapped | MapResult; repository: string | null } {
  const { origin, conversion } = mapped;
  if (origin !== undefined) return origin;
  if (conversion !== undefined) return { mapped: conversion.before, repository: conversion.repository };
  return { mapped, repository: null };
}
