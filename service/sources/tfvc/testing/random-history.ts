/** Random histories from a seed: every kind of change, in files, folders and branches. */
import { type Random, random } from '../../../testing/random.ts';
import { fold, liesIn } from '../paths.ts';
import type { CheckIn } from './check-in.ts';
import { ADA, BOB, TfvcModel } from './model.ts';

const NAMES = [
  'readme.txt',
  'Program.cs',
  'Grüße.txt',
  'a b',
  'x',
  'lib',
  'src',
  'Docs',
  'web.config',
  '日本',
  'a+b%41.txt',
  'LONG'.repeat(20),
];

const TOP = '$/Fabrikam Fiber';

/** A history of one project with branches, next to another project. @param count changesets in all */
export function randomHistory(seed: number, count: number): TfvcModel {
  return new RandomHistory(seed).grow(count);
}

/** The same history whether it grows at once or in steps. */
export class RandomHistory {
  readonly model = new TfvcModel();
  readonly #next: Random;

  constructor(seed: number) {
    this.#next = random(seed);
    const { model } = this;
    model.addProject('Other');
    model.addProject('Fabrikam Fiber');
    model.checkIn({ comment: 'Start' }, (work) => {
      for (const name of ['readme.txt', 'src/Program.cs', 'src/lib/x', 'Docs/a b'])
        work.add(`${TOP}/Main/${name}`, `${name} at first\n`);
      work.add(`${TOP}/tools/build.cmd`, 'echo\n');
    });
    model.checkIn({ comment: 'Branch' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  }

  /** @param count changesets in all */
  grow(count: number): TfvcModel {
    const { model } = this;
    const next = this.#next;
    while (model.youngest < count) {
      const author = next() < 0.3 ? BOB : ADA;
      const committer = next() < 0.1 ? ADA : author;
      model.checkIn({ author, committer, comment: commentOf(next) }, (work) => {
        const step = new Step(model, work, next, TOP);
        for (let ops = 1 + Math.floor(next() * 4); ops > 0; ops--) step.act();
        if (next() < 0.05) work.add(`$/Other/file ${model.youngest}`, 'elsewhere');
      });
    }
    return model;
  }
}

function commentOf(next: Random): string {
  const comments = ['', 'Fix', 'Zwei Zeilen\r\nmit Grüßen', 'A long one: '.padEnd(300, 'é')];
  return comments[Math.floor(next() * comments.length)] as string;
}

class Step {
  readonly #model: TfvcModel;
  readonly #work: CheckIn;
  readonly #next: Random;
  readonly #top: string;
  /** A changeset names no path twice. */
  readonly #used: string[] = [];

  constructor(model: TfvcModel, work: CheckIn, next: Random, top: string) {
    this.#model = model;
    this.#work = work;
    this.#next = next;
    this.#top = top;
  }

  act(): void {
    const acts = [
      () => this.#add(),
      () => this.#add(),
      () => this.#edit(),
      () => this.#edit(),
      () => this.#onFile((path) => this.#work.delete(path)),
      () => this.#onFile((path) => this.#work.touch(path, ...this.#pick([['encoding'], ['property'], ['lock']]))),
      () => this.#onFile((path) => this.#work.rollback(path, Math.max(1, this.#version()))),
      () => this.#rename(this.#file()),
      () => this.#rename(this.#folder()),
      () => this.#caseRename(),
      () => this.#onFolder((path) => this.#work.delete(path)),
      () => this.#undelete(),
      () => this.#undeleteElsewhere(),
      () => this.#branch(),
      () => this.#branchAgain(),
      () => this.#merge(),
      () => this.#merge(),
      () => this.#emptyFolder(),
      () => this.#mergeOfNothing(),
    ];
    this.#pick(acts)();
  }

  #add(): void {
    const folder = this.#folder() ?? `${this.#top}/Main`;
    const path = `${folder}/${this.#pick(NAMES)}${this.#next() < 0.3 ? `/${this.#pick(NAMES)}` : ''}`;
    const parts = path.split('/');
    const above = parts.map((_, n) => this.#work.get(parts.slice(0, n + 1).join('/')));
    if (above.at(-1) !== undefined || above.slice(2).some((item) => item?.content) || !this.#take(path)) return;
    // The folders that come with it are named as well.
    this.#work.add(path, this.#next() < 0.2 ? 'the same everywhere\n' : `${this.#next()}\n`, this.#next() < 0.15);
  }

  #edit(): void {
    this.#onFile((path) => this.#work.edit(path, this.#next() < 0.1 ? '' : `${this.#next()}\n`.repeat(20)));
  }

  #emptyFolder(): void {
    const path = `${this.#folder() ?? this.#top}/empty ${this.#model.youngest}`;
    if (this.#take(path)) this.#work.addFolder(path);
  }

  #rename(from: string | null): void {
    const folder = this.#folder();
    if (from === null || folder === null || liesIn(fold(folder), fold(from))) return;
    // Branches do not lie in each other.
    const holds = this.#model.branches.some(({ path }) => liesIn(fold(path), fold(from)));
    if (holds && this.#model.branches.some(({ path }) => liesIn(fold(folder), fold(path)))) return;
    const to = `${folder}/${this.#pick(NAMES)} ${this.#model.youngest}`;
    if (this.#work.get(to) !== undefined || !this.#take(from) || !this.#take(to)) return;
    const isFile = this.#work.get(from)?.content !== null;
    if (isFile && this.#next() < 0.3) this.#work.rename(from, to, 'renamed and edited\n');
    else this.#work.rename(from, to);
  }

  #caseRename(): void {
    const path = this.#next() < 0.5 ? this.#file() : this.#folder();
    if (path === null) return;
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    if (other === name || fold(other) !== fold(name) || !this.#take(path)) return;
    this.#work.rename(path, `${path.slice(0, slash)}/${other}`);
  }

  #undelete(): void {
    const version = this.#version();
    const gone = this.#model
      .below(this.#top, version)
      .map(({ path }) => path)
      .filter((path) => this.#work.get(path) === undefined);
    const path = gone.length === 0 ? null : this.#pick(gone);
    if (path === null || !this.#take(path)) return;
    const parts = path.split('/');
    // Where its folder is a file by now it cannot come back.
    if (parts.some((_, n) => this.#work.get(parts.slice(0, n).join('/'))?.content)) return;
    this.#work.undelete(path);
  }

  /** Under another name, mostly since something else stands where it was. */
  #undeleteElsewhere(): void {
    const version = this.#version();
    const older = this.#model.below(this.#top, version).filter(({ path, version: changed }) => {
      const now = this.#work.get(path);
      return fold(path) !== fold(this.#top) && (now === undefined || (now.version !== changed && this.#isOld(path)));
    });
    const folder = this.#folder();
    if (older.length === 0 || folder === null) return;
    const { path } = this.#pick(older);
    if (this.#model.branches.some((branch) => liesIn(fold(branch.path), fold(path)))) return;
    const to = `${folder}/back ${this.#model.youngest}`;
    if (this.#work.get(to) !== undefined || !this.#take(path) || !this.#take(to)) return;
    this.#work.undelete(path, to, version);
  }

  #branch(): void {
    const sources = this.#model.branches.filter(({ path, deleted }) => !deleted && this.#isOld(path));
    if (sources.length === 0 || this.#model.branches.length > 8) return;
    const { path } = this.#pick(sources);
    const to = `${this.#top}/Branches/b${this.#model.youngest}`;
    const version = this.#next() < 0.5 ? this.#model.youngest : Math.max(1, this.#version());
    if (!this.#model.treeAt(version).has(fold(path)) || !this.#take(to)) return;
    this.#work.branch(path, to, { version });
  }

  /** At a path where a branch was deleted. */
  #branchAgain(): void {
    const deleted = this.#model.branches.filter(
      ({ path, deleted: gone }) => gone && this.#work.get(path) === undefined,
    );
    const sources = this.#model.branches.filter(({ path, deleted: gone }) => !gone && this.#isOld(path));
    if (deleted.length === 0 || sources.length === 0) return;
    const to = this.#pick(deleted).path;
    const parts = to.split('/');
    if (parts.some((_, n) => this.#work.get(parts.slice(0, n).join('/'))?.content)) return;
    // Branches do not lie in each other.
    const living = this.#model.branches.filter((branch) => !branch.deleted).map(({ path }) => fold(path));
    if (living.some((path) => liesIn(path, fold(to)) || liesIn(fold(to), path)) || !this.#take(to)) return;
    this.#work.branch(this.#pick(sources).path, to);
  }

  #merge(): void {
    const living = this.#model.branches.filter(({ path, deleted }) => !deleted && this.#isOld(path));
    const target = living.length === 0 ? null : this.#pick(living);
    const source = target === null ? undefined : living.find(({ path }) => path === target.parent);
    if (target === null || source === undefined) return;
    const [from, to] = this.#next() < 0.5 ? [source.path, target.path] : [target.path, source.path];
    if (!this.#take(to) || !this.#take(from)) return;
    const last = this.#model.youngest;
    this.#work.merge(from, to, this.#next() < 0.7 ? 1 : Math.max(1, this.#version()), last);
  }

  /** A row that only notes a merge: its file is there as it was, or was deleted before. */
  #mergeOfNothing(): void {
    const gone = this.#model.below(this.#top, this.#version()).filter(({ path }) => this.#work.get(path) === undefined);
    const there = this.#file();
    const path = gone.length > 0 && this.#next() < 0.7 ? this.#pick(gone).path : there;
    if (path === null || !this.#take(path)) return;
    const isFolder = gone.find((item) => item.path === path)?.content === null;
    const source = {
      serverItem: path.replace(/\/[^/]*$/, '/elsewhere'),
      versionFrom: 2,
      versionTo: 2,
      isRename: false,
    };
    this.#work.record({ path, kinds: ['merge'], isFolder, mergeSources: [source] });
  }

  #onFile(act: (path: string) => void): void {
    const path = this.#file();
    if (path !== null && this.#take(path)) act(path);
  }

  #onFolder(act: (path: string) => void): void {
    const path = this.#folder();
    if (path !== null && this.#next() < 0.4 && this.#take(path)) act(path);
  }

  #file(): string | null {
    return this.#item((content) => content !== null);
  }

  #folder(): string | null {
    return this.#item((content) => content === null);
  }

  #item(fits: (content: Buffer | null) => boolean): string | null {
    const items = this.#model
      .below(this.#top, this.#model.youngest)
      .filter(
        ({ path, content }) => fits(content) && fold(path) !== fold(this.#top) && this.#work.get(path) !== undefined,
      );
    return items.length === 0 ? null : this.#pick(items).path;
  }

  /** Whether the path was there before this changeset. */
  #isOld(path: string): boolean {
    return this.#model.treeAt(this.#model.youngest).has(fold(path)) && this.#work.get(path) !== undefined;
  }

  #version(): number {
    return Math.max(1, this.#model.youngest - Math.floor(this.#next() * 8));
  }

  /** Reserves a path and what lies below and above it; false when the changeset has to do with it already. */
  #take(path: string): boolean {
    const folded = fold(path);
    if (this.#used.some((other) => liesIn(folded, other) || liesIn(other, folded))) return false;
    this.#used.push(folded);
    return true;
  }

  #pick<One>(all: readonly One[]): One {
    return all[Math.floor(this.#next() * all.length)] as One;
  }
}
