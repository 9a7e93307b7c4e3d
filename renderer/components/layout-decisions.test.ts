import { expect, it } from 'vitest';
import type { Layout } from '../../service/api/imports/import-schemas.ts';
import { decisionOf, withDecision } from './layout-decisions.ts';

const layout: Layout = {
  root: 'p',
  trunk: 'trunk',
  branches: ['branches/*', 'old'],
  tags: ['tags/*'],
  left_out: ['junk'],
  default_branch: 'main',
  gitignore: true,
};

it.each([
  ['p/trunk', 'trunk'],
  ['p/branches', 'branches'],
  ['p/old', 'branch'],
  ['p/tags', 'tags'],
  ['p/junk', 'left_out'],
  ['p/branches/x', 'usual'],
  ['other', 'usual'],
] as const)('%s is %s', (folder, decision) => expect(decisionOf(layout, folder)).toBe(decision));

it.each(['usual', 'trunk', 'branch', 'branches', 'tag', 'tags', 'left_out'] as const)(
  'a folder becomes %s, and only that',
  (decision) => {
    for (const folder of ['p/trunk', 'p/branches', 'p/junk', 'p/new']) {
      const changed = withDecision(layout, folder, decision);
      expect(decisionOf(changed, folder)).toBe(decision);
      const path = folder.slice(2);
      const named = [changed.trunk, ...changed.branches, ...changed.tags, ...changed.left_out].filter(
        (other) => other === path || other === `${path}/*`,
      );
      expect(named).toHaveLength(decision === 'usual' ? 0 : 1);
    }
    expect(withDecision(layout, 'other', decision)).toBe(layout);
  },
);
