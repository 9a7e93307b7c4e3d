import { map } from '../commits/map.ts';
import type { Source } from '../source.ts';
import { fetch } from './fetch.ts';
import { probe } from './probe.ts';
import { verify } from './verify.ts';

/** Git repositories, mirrored: every ref and object id as it is in the source. */
export const gitSource: Source = {
  vcs: 'git',
  probe,
  fetch,
  map,
  verify,
};
