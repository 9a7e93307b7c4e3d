/**
 * A repository of this machine, asked through one `svnserve` that stays: `svn list` and `svn proplist` of a tree of 400 files take
 * 40 to 70 ms of a processor and start anew for each revision; asked so it is 20 ms, as who changed each file last is not asked
 * for. It is Subversion's own program, and runs with a configuration of ours (that of the repository could name any file).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runTool, type ToolRun } from '../../processes/run.ts';
import { nonsense, type SvnItem, SvnItems, said } from './svn-items.ts';

/** As an error's number stands in an answer (`SVN_ERR_FS_NOT_FOUND`, `SVN_ERR_FS_NOT_DIRECTORY`; svn_error_codes.h). */
const GONE: readonly number[] = [160013, 160016];
/** Any address will do: the folder is chosen on the command line. */
const HELLO = `( 2 ( edit-pipeline ) ${said('svn://localhost')} ${said('gantry')} ( ) ) ( ANONYMOUS ( ${said('')} ) ) `;
/** Files whose properties are asked for at once. */
const TOGETHER = 1000;
const CONFIGURATION = '[general]\nanon-access = read\nauth-access = none\n';

/** Of all files below a folder; paths are relative to it. */
export interface NearFiles {
  /** Bytes by path. */
  sizes: Map<string, number>;
  executable: Set<string>;
  /** With svn:special. */
  special: Set<string>;
}

interface Question {
  /** Takes the items of its answers, one after the other. @returns whether they are whole */
  take(item: SvnItem): boolean;
  resolve(): void;
  reject(error: unknown): void;
}

export class NearRepository {
  readonly #tool: ToolRun;
  readonly #open: Question[] = [];
  readonly #answers: Promise<void>;
  /** What is not yet written: many questions go together. */
  #words = '';
  #failure: unknown = null;

  /** @param privateFolder directory of mode 0700 for its configuration */
  constructor(path: string, privateFolder: string, signal: AbortSignal) {
    const configuration = join(privateFolder, 'svnserve.conf');
    writeFileSync(configuration, CONFIGURATION, { mode: 0o600 });
    this.#tool = runTool({
      command: 'svnserve',
      args: ['-t', '-r', path, '--config-file', configuration],
      readsOnly: true,
      signal,
      stdin: 'pipe',
      onStdout: 'stream',
    });
    this.#answers = this.#readAnswers();
    // Who asks hears of it.
    this.#answers.catch(() => undefined);
    this.#begin();
  }

  /**
   * All files below a folder, with what their properties make of them.
   * @returns null when it has no such folder at that revision @throws Failure
   */
  async files(folder: string, revision: number): Promise<NearFiles | null> {
    const files: NearFiles = { sizes: new Map(), executable: new Set(), special: new Set() };
    const withProperties: string[] = [];
    if (!(await this.#list(folder, revision, files, withProperties))) return null;
    // A folder may hold a million.
    for (let at = 0; at < withProperties.length; at += TOGETHER)
      await this.#readProperties(folder, withProperties.slice(at, at + TOGETHER), revision, files);
    return files;
  }

  /** Whatever became of it: what it did not answer was asked of another. */
  async close(): Promise<void> {
    // What is not written yet may not come behind the end.
    this.#write();
    this.#tool.stdin.end();
    await this.#answers.catch(() => undefined);
  }

  /** Its greeting, which logins it takes, that this one will do, which repository it is. */
  #begin(): void {
    let answers = 0;
    this.#ask(HELLO, (item) => {
      const [, , , abilities] = successOf(item);
      // Since Subversion 1.10.
      if (answers === 0 && !(abilities as SvnItem[]).includes('list')) throw nonsense('it is older than 1.10');
      answers += 1;
      return answers === 4;
    }).catch(() => undefined);
  }

  /**
   * @param withProperties gets the paths of files that have properties
   * @returns whether there is such a folder
   */
  async #list(folder: string, revision: number, files: NearFiles, withProperties: string[]): Promise<boolean> {
    const around = folder === '' ? '/' : `/${folder}/`;
    const begin = Buffer.from(around, 'utf8').toString('latin1');
    let step: 'login' | 'entries' | 'end' = 'login';
    let isThere = true;
    await this.#ask(`( list ( ${said(folder)} ( ${revision} ) infinity ( kind size has-props ) ) ) `, (item) => {
      // A revision that it does not have is no beginning of a list.
      if (step === 'end' || (step === 'entries' && first(item) === 'failure')) {
        isThere = !isGone(item);
        if (isThere) successOf(item);
        return true;
      }
      if (step === 'login') {
        successOf(item);
        step = 'entries';
      } else if (item === 'done') step = 'end';
      else {
        const [full, kind, size, hasProperties] = item as SvnItem[];
        if (kind !== 'file') return false;
        if (typeof full !== 'string' || !full.startsWith(begin)) throw nonsense(String(full));
        // A string of its own: a part of the answer would keep all of it.
        const path = Buffer.from(full.slice(begin.length), 'latin1').toString('utf8');
        files.sizes.set(path, first(size) as number);
        if (first(hasProperties) === 'true') withProperties.push(path);
      }
      return false;
    });
    return isThere;
  }

  async #readProperties(folder: string, paths: readonly string[], revision: number, files: NearFiles): Promise<void> {
    const questions = paths.map((path) => {
      const full = folder === '' ? path : `${folder}/${path}`;
      return `( get-file ( ${said(full)} ( ${revision} ) true false ) ) `;
    });
    let answers = 0;
    await this.#ask(questions.join(''), (item) => {
      const inside = successOf(item);
      // Before each it says that no login is needed.
      const path = answers % 2 === 0 ? undefined : paths[answers >> 1];
      if (path !== undefined) {
        const names = (inside[2] as SvnItem[]).map(first);
        if (names.includes('svn:executable')) files.executable.add(path);
        if (names.includes('svn:special')) files.special.add(path);
      }
      answers += 1;
      return answers === 2 * paths.length;
    });
  }

  /** @param take told of each item of the answers; returns whether they are whole @throws Failure */
  async #ask(words: string, take: (item: SvnItem) => boolean): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Many are asked at once, and one failure is enough to be heard.
    promise.catch(() => undefined);
    this.#open.push({ take, resolve, reject });
    if (this.#words === '') setImmediate(() => this.#write());
    this.#words += words;
    await promise;
  }

  #write(): void {
    if (this.#words === '') return;
    this.#tool.stdin.write(Buffer.from(this.#words, 'latin1'));
    this.#words = '';
  }

  async #readAnswers(): Promise<void> {
    try {
      const items = new SvnItems();
      for await (const piece of this.#tool.stdout as AsyncIterable<Buffer>) {
        items.add(piece);
        for (let item = items.next(); item !== null; item = items.next()) {
          const question = this.#open[0];
          if (question === undefined) throw nonsense('it says more than it was asked for');
          if (!question.take(item)) continue;
          this.#open.shift();
          question.resolve();
        }
      }
      await this.#tool.done;
      if (this.#open.length > 0) throw nonsense('it ended before it answered');
    } catch (error) {
      await this.#tool.stop();
      const ended = await this.#tool.done.catch((failure: unknown) => failure);
      this.#failure = ended instanceof Failure && ended.kind !== 'cancelled' ? ended : error;
      for (const { reject } of this.#open.splice(0)) reject(this.#failure);
      throw this.#failure;
    }
  }
}

function first(item: SvnItem | undefined): SvnItem | undefined {
  return Array.isArray(item) ? item[0] : undefined;
}

/** What stands in `( success ( … ) )`. @throws Failure for anything else */
function successOf(item: SvnItem): SvnItem[] {
  const [word, inside] = Array.isArray(item) ? item : [];
  if (word !== 'success' || !Array.isArray(inside)) throw nonsense(JSON.stringify(item).slice(0, 500));
  return inside;
}

/** Whether it says `( failure ( ( number … ) … ) )` of a folder that is not there. */
function isGone(item: SvnItem): boolean {
  const [word, errors] = Array.isArray(item) ? item : [];
  if (word !== 'failure' || !Array.isArray(errors)) return false;
  return errors.some((error) => GONE.includes(first(error) as number));
}
