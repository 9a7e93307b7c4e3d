import type { CheckIn } from './check-in.ts';
import type { TfvcModel } from './model.ts';
import type { ModelChange } from './model-shapes.ts';

/** Writes single rows, and what they mean into the tree. */
export class Rows {
  readonly #model: TfvcModel;
  readonly #work: CheckIn;
  readonly #folder: string;

  constructor(model: TfvcModel, work: CheckIn, folder: string) {
    this.#model = model;
    this.#work = work;
    this.#folder = folder;
  }

  row(name: string, kinds: string, more: Partial<ModelChange> = {}): void {
    const path = `${this.#folder}/${name}`;
    this.#work.record({ path, kinds: kinds.split(', '), isFolder: this.#work.get(path)?.content === null, ...more });
  }

  put(name: string, kinds: string, content: string): void {
    this.#set(name, content);
    this.row(name, kinds);
  }

  gone(name: string, kinds: string): void {
    this.row(name, kinds);
    const top = `${this.#folder}/${name}`.toLowerCase();
    for (const path of [...this.#work.tree.keys()])
      if (path === top || path.startsWith(`${top}/`)) this.#work.tree.delete(path);
  }

  moved(from: string, to: string, kinds: string, content: string): void {
    this.#work.tree.delete(`${this.#folder}/${from}`.toLowerCase());
    this.#set(to, content);
    this.row(to, kinds, { source: `${this.#folder}/${from}` });
  }

  swapped(one: string, other: string, kinds: string): void {
    const before = [one, other].map((name) => this.#work.get(`${this.#folder}/${name}`)?.content?.toString() ?? '');
    for (const [index, name] of [other, one].entries()) {
      this.#set(name, before[index] as string);
      this.row(name, kinds, { source: `${this.#folder}/${index === 0 ? one : other}` });
    }
  }

  #set(name: string, content: string): void {
    const path = `${this.#folder}/${name}`;
    const item = { path, content: Buffer.from(content), isLink: false, version: this.#model.youngest + 1 };
    this.#work.tree.set(path.toLowerCase(), item);
  }
}
