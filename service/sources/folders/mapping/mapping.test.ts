import { describe, expect, it } from 'vitest';
import { legalRefName, RefNames } from '../../../git/names/ref-names.ts';
import { contains, parseMergeinfo, youngestNew } from '../../subversion/mapping/mergeinfo.ts';
import { CommitGraph } from './commit-graph.ts';
import { gitignoreText } from './tree-rewriter.ts';

describe('mergeinfo', () => {
  it('reads ranges, joins them and skips what makes no sense', () => {
    const merged = parseMergeinfo('/branches/a:1-3,4,9*\n/b:7-5,x\nnonsense\n/c:d:2\n');
    expect([...merged]).toEqual([
      ['branches/a', [[1, 4]]],
      ['c:d', [[2, 2]]],
    ]);
    expect(contains(merged.get('branches/a'), 4)).toBe(true);
    expect(contains(merged.get('branches/a'), 5)).toBe(false);
  });
  it('finds the youngest new revision', () => {
    expect(youngestNew([[1, 5]], [[1, 9]])).toBe(9);
    expect(youngestNew([[3, 9]], [[1, 9]])).toBe(2);
    expect(youngestNew([[1, 9]], [[1, 9]])).toBe(-1);
    expect(youngestNew(undefined, [[2, 2]])).toBe(2);
  });
});

describe('CommitGraph', () => {
  it('finds what a branch has that another has not', () => {
    const graph = new CommitGraph({ id: String, treeId: String });
    const add = (...parents: number[]) =>
      graph.add({
        object: graph.count,
        parents,
        revision: graph.count + 1,
        tree: graph.count,
        path: 'trunk',
      });
    const a = add();
    const b = add(a);
    const x = add(a);
    const y = add(x);
    const merge = add(b, x);
    expect(graph.missing(y, b)).toEqual([y, x]);
    expect(graph.missing(y, merge)).toEqual([y]);
    expect(graph.missing(x, merge)).toEqual([]);
    expect([...graph.reachable([y])]).toEqual([1, 0, 1, 1, 0]);
  });
  it('keeps what is known of thousands, and counts those that are the very same once', () => {
    const idOf = (object: number) => object.toString(16).padStart(40, '0');
    const graph = new CommitGraph({ id: idOf, treeId: (object) => idOf(3 * object) });
    const known = Array.from({ length: 5000 }, (_, i) => ({
      // Every third is the one before once more, in another line.
      object: i % 3 === 2 ? 7 + i - 1 : 7 + i,
      parents: i === 0 ? [] : [i - 1],
      revision: 2 * i,
      tree: i - 1,
      path: i % 3 === 2 ? `branches/${i % 5}` : 'trunk',
    }));
    for (const commit of known) graph.add(commit);
    for (const [i, { object, revision, tree, path }] of known.entries()) {
      expect([graph.id(i), graph.revision(i), graph.tree(i), graph.treeId(i), graph.path(i)]).toEqual([
        ...[idOf(object), revision, tree, idOf(3 * object), path],
      ]);
    }
    const reached = known.slice(0, 4001);
    expect(graph.countReachable([4000, 12])).toBe(new Set(reached.map(({ object }) => object)).size);
    expect(graph.countReachable([])).toBe(0);
  });
});

describe('ref names', () => {
  it.each([
    ['plain', 'plain'],
    ['a b', 'a-b'],
    ['..x', '_x'],
    ['x.lock', 'x-lock'],
    ['end.', 'end-'],
    ['a~^:?*[\\z', 'a-------z'],
    ['@', 'unnamed'],
    ['-start', '_start'],
    ['Gr\u00c3\u00bc\u00c3\u009fe', 'Grüße'],
    ['broken\u00fc', 'broken%FC'],
  ])('%s', (name, legal) => expect(legalRefName(name)).toBe(legal));
  it('keeps names apart and never makes one a folder of another', () => {
    const names = new RefNames();
    expect(['a', 'a', 'x/y', 'x', 'x/y/z'].map((name) => names.take(name))).toEqual([
      'a',
      'a-2',
      'x/y',
      'x-2',
      'x-y-z',
    ]);
  });
});

describe('gitignore', () => {
  it('anchors svn:ignore and leaves svn:global-ignores free', () => {
    expect(gitignoreText({ properties: { 'svn:ignore': '*.o\r\n\nbuild\n', 'svn:global-ignores': '#x\n*.bak' } })).toBe(
      '\\#x\n*.bak\n/*.o\n/build\n',
    );
    expect(gitignoreText({})).toBe('');
  });
});
