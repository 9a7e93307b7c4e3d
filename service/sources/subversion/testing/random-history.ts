/** Random Subversion histories in which folders are moved about. The same seed makes the same history. */
import { random } from '../../../testing/random.ts';
import type { DumpBuilder } from './dump-builder.ts';

const PEOPLE = ['alice', 'bob', 'Alice', null, 'ü nal', 'bob@old.example'];

/** Files and folders (null) by path. */
type Tree = Map<string, string | null>;

const START = [
  ['trunk', 'branches', 'tags'],
  ['Trunk', 'Branches', 'tags'],
  ['proj', 'proj/trunk', 'proj/branches', 'proj/tags'],
  ['one', 'one/trunk', 'one/branches', 'one/tags', 'two', 'two/trunk', 'two/branches', 'two/tags'],
  [],
  ['project'],
  ['main', 'branches', 'tag'],
];

/** Writes a history of `revisions` revisions; the log of each is `R<number>`. */
export function writeRandomHistory(dump: DumpBuilder, seed: number, revisions: number): void {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  // Of its own, so that the other steps of a seed stay what they were when it was chosen.
  const nextProperty = random(seed + 1_000_000);
  const history: Tree[] = [new Map()];
  const tree: Tree = new Map();
  let text = 0;
  const folders = () => [...tree].flatMap(([path, value]) => (value === null ? [path] : []));
  const files = () => [...tree].flatMap(([path, value]) => (value === null ? [] : [path]));
  const under = (path: string) => (other: string) => other === path || other.startsWith(`${path}/`);
  const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

  const mkdir = (path: string) => {
    if (path === '' || tree.has(path)) return;
    mkdir(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    dump.dir(path);
    tree.set(path, null);
  };
  const add = (path: string) => {
    if (tree.has(path)) return;
    mkdir(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    const content = `${seed} ${text++}\n`;
    dump.file(path, content);
    tree.set(path, content);
  };
  const change = (path: string) => {
    const content = `${tree.get(path) ?? ''}${text++}\n`;
    dump.change(path, content);
    tree.set(path, content);
  };
  const remove = (path: string) => {
    dump.delete(path);
    for (const other of [...tree.keys()].filter(under(path))) tree.delete(other);
  };
  const copy = (from: string, to: string, revision: number) => {
    const source = history[revision];
    if (source === undefined) return false;
    if (tree.has(to) || to === '' || (under(from)(to) && from !== '' && revision === history.length)) return false;
    if (from !== '' && source.get(from) === undefined) return false;
    mkdir(to.slice(0, Math.max(0, to.lastIndexOf('/'))));
    const value = from === '' ? null : source.get(from);
    if (value === null) dump.copyDir(to, from, revision);
    else dump.copyFile(to, from, revision);
    for (const [path, content] of source) {
      if (from === '' || under(from)(path))
        tree.set(from === '' ? join(to, path) : `${to}${path.slice(from.length)}`, content);
    }
    tree.set(to, value ?? null);
    return true;
  };
  const move = (from: string, to: string) => {
    if (under(from)(to) || tree.get(from) === undefined) return;
    if (copy(from, to, history.length - 1)) remove(from);
  };
  const lineLike = () =>
    folders().filter((path) => /(^|\/)(trunk|Trunk|main|project)$|branches\/[^/]+$|Branches\/[^/]+$/.test(path));
  const containers = () => folders().filter((path) => /(^|\/)(branches|Branches|tags|tag)$/.test(path));
  const name = () => pick(['a', 'b', 'c', 'src/d', 'src/e', 'doc/f']);

  const steps: [weight: number, step: () => void][] = [
    [8, () => files().length > 0 && change(pick(files()))],
    [6, () => add(join(lineLike().length > 0 ? pick(lineLike()) : '', name()))],
    [2, () => files().length > 0 && remove(pick(files()))],
    // A branch or a tag.
    [
      5,
      () =>
        lineLike().length + containers().length > 1 &&
        containers().length > 0 &&
        void copy(
          pick(lineLike().concat('trunk')),
          join(pick(containers()), pick(['x', 'y', 'z', 'v1', 'v2'])),
          history.length - 1,
        ),
    ],
    // From an earlier revision.
    [
      1,
      () =>
        containers().length > 0 &&
        lineLike().length > 0 &&
        void copy(
          pick(lineLike()),
          join(pick(containers()), `old${text}`),
          Math.max(1, Math.floor(next() * history.length)),
        ),
    ],
    // A branch in a folder of a team.
    [
      2,
      () =>
        lineLike().length > 0 &&
        containers().length > 0 &&
        void copy(pick(lineLike()), `${pick(containers())}/team/${pick(['x', 'y'])}`, history.length - 1),
    ],
    // A line somewhere else.
    [
      1,
      () =>
        lineLike().length > 0 &&
        void copy(pick(lineLike()), pick(['work', 'releases/1.0', 'attic/old', 'sandbox/ann']), history.length - 1),
    ],
    // Lines and containers that move.
    [
      2,
      () =>
        lineLike().length > 0 &&
        move(pick(lineLike()), pick(['trunk', 'Trunk', 'proj/trunk', 'branches/moved', 'work2'])),
    ],
    [
      1,
      () =>
        containers().length > 0 &&
        move(pick(containers()), pick(['branches', 'proj/branches', 'old/branches', 'proj/tags', 'tags'])),
    ],
    [
      1,
      () =>
        folders().some((path) => !path.includes('/')) &&
        move(pick(folders().filter((path) => !path.includes('/'))), pick(['trunk', 'renamed', 'proj', 'deep/project'])),
    ],
    // A fork from another project.
    [1, () => folders().includes('one/trunk') && void copy('one/trunk', 'three/trunk', history.length - 1)],
    // The root is put in order.
    [
      1,
      () => {
        mkdir('trunk');
        for (const path of [...tree.keys()].filter(
          (other) => !other.includes('/') && !/^(trunk|branches|tags|Trunk|Branches|tag|main)$/.test(other),
        ))
          move(path, `trunk/${path}`);
      },
    ],
    [1, () => history.length > 1 && void copy('', 'branches/all', history.length - 1)],
    // Beside everything.
    [1, () => add(pick(['README', 'www/index', 'docs/notes', 'branches/NOTES', 'proj/README']))],
    // Gone, and perhaps back.
    [1, () => lineLike().length > 1 && remove(pick(lineLike()))],
    [
      1,
      () => {
        const gone = [...(history.at(-2) ?? new Map<string, string | null>()).entries()].flatMap(([path, value]) =>
          value === null && !tree.has(path) ? [path] : [],
        );
        if (history.length > 2 && gone.length > 0) copy(pick(gone), pick(gone), history.length - 2);
      },
    ],
  ];
  const total = steps.reduce((sum, [weight]) => sum + weight, 0);

  for (let r = 1; r <= revisions; r++) {
    dump.revision(`R${r}`, { author: PEOPLE[r % PEOPLE.length] as string | null });
    if (r === 1) {
      for (const folder of pick(START)) mkdir(folder);
      add(join(lineLike().length > 0 ? pick(lineLike()) : pick(['', 'project']), 'a'));
    }
    for (let n = next() < 0.2 ? 2 : 1; n > 0; n--) {
      let at = next() * total;
      const chosen = steps.find(([weight]) => {
        at -= weight;
        return at < 0;
      });
      chosen?.[1]();
    }
    // A property, often set to what it is.
    if (r > 1 && nextProperty() < 0.15) {
      const held = [...(history.at(-1) ?? [])].flatMap(([path, value]) =>
        value === null && tree.get(path) === null ? [path] : [],
      );
      const at = held[Math.floor(nextProperty() * held.length)];
      if (at !== undefined) dump.changeDir(at, { p: nextProperty() < 0.7 ? 'often' : 'seldom' });
    }
    history.push(new Map(tree));
  }
}
