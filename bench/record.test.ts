import { describe, expect, it } from 'vitest';
import { withSection } from './record.ts';
import { tableOf } from './table.ts';

const DOCUMENT = '# Measured\n\nBy hand.\n\n<!-- bench:git -->\nold\n<!-- /bench -->\n\nBehind it.\n';

describe('a section of the document', () => {
  it('is replaced, and nothing around it', () => {
    expect(withSection(DOCUMENT, 'git', '\nnew $& row\n')).toBe(DOCUMENT.replace('old', () => 'new $& row'));
  });

  it('comes behind everything the first time, and is found again', () => {
    const once = withSection(DOCUMENT, 'git-large', 'first');
    expect(once).toBe(`${DOCUMENT}\n<!-- bench:git-large -->\nfirst\n<!-- /bench -->\n`);
    expect(withSection(once, 'git-large', 'second')).toBe(once.replace('first', 'second'));
  });

  it('without an end is left alone', () => {
    const open = DOCUMENT.replace('<!-- /bench -->', '');
    expect(() => withSection(open, 'git', 'new')).toThrow('no end');
    expect(() => withSection(withSection(open, 'other', 'x'), 'git', 'new')).toThrow('no end');
  });
});

it('shows what was not kept in a table whose columns stand below each other', () => {
  const row = { what: 'A', gantry: '1.0 s', peer: '', ratio: '2x', promised: '>= 3x', ok: false };
  const lines = tableOf([row, { ...row, what: 'A longer one', ok: true }]).split('\n');
  expect(lines).toHaveLength(4);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[2]).toContain('| NO ');
  expect(lines[3]).toContain('| yes ');
});
