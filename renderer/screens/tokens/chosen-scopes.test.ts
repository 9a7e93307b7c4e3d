import { expect, it } from 'vitest';
import { holdersOf, isImplied, withScope } from './chosen-scopes.ts';

const scope = (name: string, parent: string | null = null) => ({ name, description: '', parent });
const scopes = [scope('admin:org'), scope('write:org', 'admin:org'), scope('read:org', 'write:org'), scope('gist')];

it('knows what a scope brings, over more than one step', () => {
  expect(holdersOf(scopes, 'read:org')).toEqual(['write:org', 'admin:org']);
  expect(isImplied(scopes, ['admin:org'], 'read:org')).toBe(true);
  expect(isImplied(scopes, ['read:org'], 'write:org')).toBe(false);
  expect(isImplied(scopes, ['gist'], 'gist')).toBe(false);
});

it('takes what a chosen scope brings out of the choice', () => {
  expect(withScope(scopes, ['gist', 'read:org'], 'admin:org', true)).toEqual(['gist', 'admin:org']);
  expect(withScope(scopes, ['gist', 'admin:org'], 'admin:org', false)).toEqual(['gist']);
});
