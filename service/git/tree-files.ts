/**
 * The files of many trees of one repository, as `git ls-tree -r -l` lists them, asked of one git that stays: one for each tree
 * costs more than what it reads. Folders that several trees have are read once, as long as there are not too many.
 */
import { Failure } from '../failures/failure.ts';
import type { ToolRun } from '../processes/run.ts';
import { runGit } from './git.ts';
import { readEntries } from './pack/tree-entries.ts';
import { Unread } from './unread.ts';

/** Files in folders that are kept; with more, all are read anew as they are needed. */
const MOST_KEPT = 100_000;
/** Folders that are read while one is looked at. */
const AHEAD = 64;
/** Questions that are forgotten together. */
const MANY_ANSWERED = 1000;
const FOLDER = '40000';
const OTHER_REPOSITORY = '160000';

export interface TreeFile {
  path: string;
  /** Six digits. */
  mode: string;
  oid: string;
  /** Bytes; 0 of what stands for another repository. */
  size: number;
}

/** A folder's own files, without those of the folders in it. */
export interface FolderFiles {
  /** Path of the folder with a slash behind it; empty for the tree itself. */
  prefix: string;
  /** Paths are names in the folder. */
  files: readonly TreeFile[];
}

interface Folder {
  files: readonly TreeFile[];
  folders: readonly { name: string; oid: string }[];
}

export class TreeFiles {
  readonly #encoding: 'utf8' | 'latin1';
  readonly #repository: string;
  readonly #signal: AbortSignal;
  /** Started with the first question. */
  #git: AskedGit | null = null;
  readonly #folders = new Map<string, Promise<Folder>>();
  #kept = 0;

  /** @param encoding of paths: 'latin1' keeps their bytes apart */
  constructor(repository: string, signal: AbortSignal, encoding: 'utf8' | 'latin1' = 'utf8') {
    this.#repository = repository;
    this.#signal = signal;
    this.#encoding = encoding;
  }

  /**
   * All files of a tree, folder by folder, in no order: a tree may have a million.
   * @param tree name or id of a commit, tag or tree
   * @throws Failure when git cannot read it
   */
  async *folders(tree: string): AsyncGenerator<FolderFiles> {
    // What a name leads to may change, so that it is not kept.
    const reading = [{ prefix: '', folder: this.#read(`${tree}^{tree}`) }];
    const waiting: { prefix: string; oid: string }[] = [];
    for (let next = reading.shift(); next !== undefined; next = reading.shift()) {
      const { prefix } = next;
      const { files, folders } = await next.folder;
      for (const { name, oid } of folders) waiting.push({ prefix: `${prefix}${name}/`, oid });
      // The last ones first: so few folders wait where they lie deep in one another.
      for (let ahead = reading.length; ahead < AHEAD; ahead++) {
        const inside = waiting.pop();
        if (inside === undefined) break;
        reading.push({ prefix: inside.prefix, folder: this.#folder(inside.oid) });
      }
      if (files.length > 0) yield { prefix, files };
    }
  }

  /** All files of a tree at once. @param tree as for `folders` @throws Failure when git cannot read it */
  async of(tree: string): Promise<TreeFile[]> {
    const all: TreeFile[] = [];
    for await (const { prefix, files } of this.folders(tree))
      for (const file of files) all.push(prefix === '' ? file : { ...file, path: `${prefix}${file.path}` });
    return all;
  }

  /** @throws Failure when git did not end well */
  async close(): Promise<void> {
    await this.#git?.end();
  }

  #folder(oid: string): Promise<Folder> {
    let folder = this.#folders.get(oid);
    if (folder === undefined) {
      folder = this.#read(oid);
      // Who waits for it hears of it; who went away does not.
      folder.catch(() => undefined);
      this.#folders.set(oid, folder);
    }
    return folder;
  }

  async #read(name: string): Promise<Folder> {
    this.#git ??= new AskedGit(this.#repository, this.#signal);
    const git = this.#git;
    const [{ oid, bytes } = NOWHERE] = await git.ask('contents', [name]);
    const entries = readEntries(bytes, oid.length / 2).map(({ mode, name, oid }) => ({
      mode,
      path: this.#encoding === 'latin1' ? name : Buffer.from(name, 'latin1').toString('utf8'),
      oid: oid.toString('hex'),
    }));
    const files = entries.filter(({ mode }) => mode !== FOLDER);
    // One question for all files of a folder: a promise for each of a million takes more memory than all else.
    const sized = files.filter(({ mode }) => mode !== OTHER_REPOSITORY).map((file) => file.oid);
    const sizes = (sized.length === 0 ? [] : await git.ask('info', sized)).values();
    if (this.#kept > MOST_KEPT) {
      this.#folders.clear();
      this.#kept = 0;
    }
    this.#kept += files.length;
    return {
      files: files.map((file) => ({
        ...file,
        size: file.mode === OTHER_REPOSITORY ? 0 : (sizes.next().value?.size ?? 0),
      })),
      folders: entries.filter(({ mode }) => mode === FOLDER).map(({ path, oid }) => ({ name: path, oid })),
    };
  }
}

interface Answer {
  oid: string;
  size: number;
  /** The object itself; empty where it was not asked for. */
  bytes: Buffer;
}

interface Question {
  withContents: boolean;
  /** How many answers it gets. */
  asked: number;
  answers: Answer[];
  resolve(answers: Answer[]): void;
  reject(error: unknown): void;
}

const NOTHING = Buffer.alloc(0);
const NOWHERE: Answer = { oid: '', size: 0, bytes: NOTHING };

/** A `git cat-file` that answers one question after the other. */
class AskedGit {
  readonly #tool: ToolRun;
  #open: Question[] = [];
  /** Of `#open`, so many are answered: taking the first of a hundred thousand away moves all others each time. */
  #answered = 0;
  readonly #answers: Promise<void>;
  /** Questions that are not yet written: many go together, and are answered together. */
  #lines = '';
  #failure: unknown = null;

  constructor(repository: string, signal: AbortSignal) {
    this.#tool = runGit({
      args: ['--git-dir', repository, 'cat-file', '--batch-command', '--buffer'],
      signal,
      stdin: 'pipe',
      onStdout: 'stream',
      failure: ({ stderrTail }) => notRead(stderrTail),
    });
    this.#answers = this.#readAnswers();
    // Who asks hears of it, and who ends it.
    this.#answers.catch(() => undefined);
  }

  /** @param names at least one @returns an answer for each, in their order @throws Failure */
  ask(what: 'contents' | 'info', names: readonly string[]): Promise<Answer[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer[]>();
    if (this.#failure !== null) {
      reject(this.#failure);
      return promise;
    }
    // Many are asked at once, and one failure is enough to be heard.
    promise.catch(() => undefined);
    this.#open.push({ withContents: what === 'contents', asked: names.length, answers: [], resolve, reject });
    if (this.#lines === '') setImmediate(() => this.#write());
    this.#lines += names.map((name) => `${what} ${name}\n`).join('');
    return promise;
  }

  async end(): Promise<void> {
    this.#tool.stdin.end();
    await this.#answers;
  }

  #write(): void {
    this.#tool.stdin.write(`${this.#lines}flush\n`);
    this.#lines = '';
  }

  async #readAnswers(): Promise<void> {
    try {
      const unread = new Unread();
      for await (const chunk of this.#tool.stdout as AsyncIterable<Buffer>) {
        for (const held of unread.with(chunk)) this.#take(held, unread);
      }
      await this.#tool.done;
      if (this.#open.length > this.#answered) throw notRead('git ended before it answered');
    } catch (error) {
      await this.#tool.stop();
      const said = await this.#tool.done.catch((failure: unknown) => failure);
      this.#failure = error instanceof Failure || !(said instanceof Failure) ? error : said;
      for (const { reject } of this.#open.splice(0).slice(this.#answered)) reject(this.#failure);
      throw this.#failure;
    }
  }

  /** Takes whole answers from the front. */
  #take(held: Buffer, unread: Unread): void {
    let at = 0;
    let wanted = 0;
    for (let end = held.indexOf(0x0a); end >= 0; end = held.indexOf(0x0a, at)) {
      const line = held.toString('latin1', at, end);
      const [, oid = '', length = ''] = /^([\da-f]+) (?:tree|blob) (\d+)$/.exec(line) ?? [];
      const question = this.#open[this.#answered];
      if (oid === '' || question === undefined) throw notRead(line);
      const size = Number(length);
      const last = question.withContents ? end + 1 + size : end;
      if (last >= held.length) {
        wanted = last + 1 - at;
        break;
      }
      question.answers.push({ oid, size, bytes: question.withContents ? held.subarray(end + 1, last) : NOTHING });
      at = last + 1;
      if (question.answers.length < question.asked) continue;
      this.#answered += 1;
      question.resolve(question.answers);
    }
    if (this.#answered >= MANY_ANSWERED || this.#answered === this.#open.length) {
      this.#open = this.#open.slice(this.#answered);
      this.#answered = 0;
    }
    unread.keep(held.subarray(at), wanted);
  }
}

function notRead(detail: string): Failure {
  return Failure.of('repository.not_read_back', {}, detail);
}
