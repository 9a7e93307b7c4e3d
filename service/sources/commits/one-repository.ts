import type { Source } from '../source.ts';

/** What is so of systems in which an address is one repository with branches of its own. */
export const oneRepository = {
  projectField: null,
  fetchesAllProjects: true,
  leavesFoldersOut: false,
  layoutBefore: () => null,
  choose: () => Promise.resolve({}),
} as const satisfies Partial<Source>;
