import type { MapResult, Origin } from '../../sources/source.ts';

/** The mapping as the source made it, of one to which more was done. */
export function ownMapping({ origin, conversion, ...mapped }: MapResult): Origin {
  if (origin !== undefined) return origin;
  if (conversion !== undefined) return { mapped: conversion.before, repository: conversion.repository };
  return { mapped, repository: null };
}
