import { describe, expect, it } from 'vitest';
import type { Layout } from '../../../vocabulary/history.ts';
import { LayoutMatcher } from './matcher.ts';

const layout: Layout = {
  root: 'proj',
  trunk: 'trunk',
  branches: ['branches/*', 'teams/*/*', 'old'],
  tags: ['tags/*'],
  left_out: [],
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

describe('patterns in patterns', () => {
  const nested = new LayoutMatcher({
    ...layout,
    root: '',
    branches: ['branches/*', 'branches/team/*'],
    tags: ['tags/*', 'tags/2008/*'],
  });
  it.each([
    ['branches/team', null],
    ['branches/team/x', { kind: 'branch', name: 'team/x' }],
    ['branches/x', { kind: 'branch', name: 'x' }],
    ['tags/2008', null],
    ['tags/2008/v1', { kind: 'tag', name: '2008/v1' }],
  ])('%s', (path, match) => expect(nested.match(path)).toEqual(match));

  it('leaves out what a person left out, in lines as well', () => {
    const matcher = new LayoutMatcher({ ...layout, root: 'p', left_out: ['branches/junk', 'trunk/big'] });
    expect(matcher.match('p/branches/junk')).toBeNull();
    expect(matcher.lineOf('p/branches/junk/x')).toBeNull();
    expect(matcher.lineOf('p/trunk/big/x')).toBeNull();
    expect(matcher.lineOf('p/trunk/bigger')).toBe('p/trunk');
  });

  it('takes the rest as a branch', () => {
    const rest = new LayoutMatcher({ ...layout, root: '', branches: ['branches/*', ''] });
    expect(rest.match('')).toEqual({ kind: 'branch', name: 'root' });
    expect(rest.lineOf('docs/a')).toBe('');
    expect(rest.lineOf('trunk/a')).toBe('trunk');
  });
});
