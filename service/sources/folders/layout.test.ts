import { describe, expect, it } from 'vitest';
import type { Layout } from '../../vocabulary/history.ts';
import { detectLayout, LayoutMatcher } from './layout.ts';

const layout: Layout = {
  root: 'proj',
  trunk: 'trunk',
  branches: ['branches/*', 'teams/*/*', 'old'],
  tags: ['tags/*'],
  default_branch: 'main',
  gitignore: false,
};

describe('LayoutMatcher', () => {
  const matcher = new LayoutMatcher(layout);
  it.each([
    ['proj/trunk', { kind: 'trunk', name: 'main' }],
    ['proj/branches/x', { kind: 'branch', name: 'x' }],
    ['proj/teams/red/y', { kind: 'branch', name: 'red/y' }],
    ['proj/old', { kind: 'branch', name: 'old' }],
    ['proj/tags/v1', { kind: 'tag', name: 'v1' }],
    ['proj/branches', null],
    ['proj/branches/x/src', null],
    ['other/trunk', null],
  ])('%s', (path, match) => expect(matcher.match(path)).toEqual(match));

  it('finds the line that a path belongs to', () => {
    expect(matcher.lineOf('proj/teams/red/y/src/a')).toBe('proj/teams/red/y');
    expect(matcher.lineOf('proj/trunk')).toBe('proj/trunk');
    expect(matcher.lineOf('proj')).toBeNull();
  });

  it('takes the whole repository as one branch', () => {
    const whole = new LayoutMatcher({ ...layout, root: '', trunk: '', branches: [], tags: [] });
    expect(whole.match('')).toEqual({ kind: 'trunk', name: 'main' });
    expect(whole.lineOf('any/where')).toBe('');
  });
});

describe('detectLayout', () => {
  const detect = (folders: string[], copies: [string, string][] = []) =>
    detectLayout(
      '',
      new Set(folders),
      copies.map(([path, fromPath]) => ({ path, fromPath })),
    );
  it('knows the convention in any case', () => {
    expect(detect(['Trunk', 'Branches', 'tags', 'Trunk/src'])).toMatchObject({
      trunk: 'Trunk',
      branches: ['Branches/*'],
      tags: ['tags/*'],
    });
  });
  it('adds folders elsewhere that are copies of a branch', () => {
    expect(
      detect(
        ['trunk', 'work'],
        [
          ['work', 'trunk'],
          ['branches/x', 'trunk'],
          ['again', 'work'],
        ],
      ).branches,
    ).toEqual(['branches/*', 'work', 'again']);
  });
  it('goes into the only folder when that is a project', () => {
    expect(detect(['p', 'p/trunk', 'p/tags'])).toMatchObject({ root: 'p', trunk: 'trunk' });
  });
  it('takes several projects, or none, as one branch', () => {
    expect(detect(['a', 'a/trunk', 'b', 'b/trunk'])).toMatchObject({ root: '', trunk: '', branches: [] });
    expect(detect(['src'])).toMatchObject({ root: '', trunk: '' });
  });
});
