import type { Vcs } from '../../vocabulary/history.ts';

/** What lies in a repository of each system, all names of a line (gitrepository-layout(5); Mercurial; Subversion's repositories). */
export const REPOSITORY_MARKS: readonly (readonly [Vcs, readonly string[]])[] = [
  ['git', ['.git']],
  ['git', ['HEAD', 'objects', 'refs']],
  ['mercurial', ['.hg']],
  ['subversion', ['format', 'db', 'locks']],
];
