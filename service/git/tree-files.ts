/**
 * The files of many trees of one repository, as `git ls-tree -r -l` lists them, asked of one git that stays: one for each tree
 * costs more than what it reads. Folders that several trees have are read once.
 */
import { Failure } from '../failures/failure.ts';
import type { ToolRun } from '../processes/run.ts';
import { runGit } from './git.ts';
import { readEntries } from './pack/tree-entries.ts';

/** Files in folders that are kept; with more, all are read anew as they are needed. */
const MOST_KEPT = 200_000;
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

export class TreeFiles {
  readonly #encoding: 'utf8' | 'latin1';
  readonly #repository: string;
  readonly #signal: AbortSignal;
  /** Started with the first question. */
  #git: AskedGit | null = null;
  readonly #folders = new Map<string, Promise<readonly TreeFile[]>>();
  #kept = 0;

  /** @param encoding of paths: 'latin1' keeps their bytes apart */
  constructor(repository: string, signal: AbortSignal, encoding: 'utf8' | 'latin1' = 'utf8') {
    this.#repository = repository;
    this.#signal = signal;
    this.#encoding = encoding;
  }

  /** @param tree name or id of a commit, tag or tree @throws Failure when git cannot read it */
  async of(tree: string): Promise<readonly TreeFile[]> {
    if (this.#kept > MOST_KEPT) {
      this.#folders.clear();
      this.#kept = 0;
    }
    // What a name leads to may change, so that it is not kept.
    return await this.#read(`${tree}^{tree}`);
  }

  /** @throws Failure when git did not end well */
  async close(): Promise<void> {
    await this.#git?.end();
  }

  #folder(oid: string): Promise<readonly TreeFile[]> {
    let files = this.#folders.get(oid);
    if (files === undefined) {
      files = this.#read(oid);
      this.#folders.set(oid, files);
    }
    return files;
  }

  async #read(name: string): Promise<TreeFile[]> {
    this.#git ??= new AskedGit(this.#repository, this.#signal);
    const git = this.#git;
    const [{ oid, bytes } = NOWHERE] = await git.ask('contents', [name]);
    const entries = readEntries(bytes, oid.length / 2).map(({ mode, name, oid }) => ({
      mode,
      path: this.#encoding === 'latin1' ? name : Buffer.from(name, 'latin1').toString('utf8'),
      oid: oid.toString('hex'),
    }));
    // One question for all files of a folder: a promise for each of a million takes more memory than all else.
    const sized = entries.filter(({ mode }) => mode !== FOLDER && mode !== OTHER_REPOSITORY);
    const sizes =
      sized.length === 0
        ? []
        : git.ask(
            'info',
            sized.map((entry) => entry.oid),
          );
    const inFolders = await Promise.all(
      entries.filter(({ mode }) => mode === FOLDER).map((entry) => this.#folder(entry.oid)),
    );
    const answers = (await sizes).values();
    const folders = inFolders.values();
    const lists = entries.map(({ path, mode, oid }): readonly TreeFile[] => {
      if (mode === OTHER_REPOSITORY) return [{ path, mode, oid, size: 0 }];
      if (mode !== FOLDER) return [{ path, mode, oid, size: answers.next().value?.size ?? 0 }];
      return (folders.next().value ?? []).map((file) => ({ ...file, path: `${path}/${file.path}` }));
    });
    const files = lists.flat();
    this.#kept += files.length;
    return files;
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
      let held: Buffer = NOTHING;
      for await (const chunk of this.#tool.stdout as AsyncIterable<Buffer>) {
        held = this.#take(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
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

  /** Takes whole answers from the front. @returns the rest */
  #take(held: Buffer): Buffer {
    let at = 0;
    for (let end = held.indexOf(0x0a); end >= 0; end = held.indexOf(0x0a, at)) {
      const line = held.toString('latin1', at, end);
      const [, oid = '', length = ''] = /^([\da-f]+) (?:tree|blob) (\d+)$/.exec(line) ?? [];
      const question = this.#open[this.#answered];
      if (oid === '' || question === undefined) throw notRead(line);
      const size = Number(length);
      const last = question.withContents ? end + 1 + size : end;
      if (last >= held.length) break;
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
    return held.subarray(at);
  }
}

function notRead(detail: string): Failure {
  return Failure.of('repository.not_read_back', {}, detail);
}
