/**
 * Folders that a revision changed and left as they were: a property that was set to what it was (`svnmucc propset`, `svnadmin load`).
 * The log names them and a folder's own files have them, but servers leave them out of what they replay (`svn_repos_replay2`; seen
 * with svnrdump 1.14.2, which does write such a file), so that such a revision would come without a change, or with half of it.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { rest } from '../../network/patience.ts';
import type { FindingCollector } from '../findings.ts';
import type { RawHistory } from './raw/history.ts';
import { type SvnAccess, svn } from './svn-tool.ts';
import { SvnXml } from './svn-xml.ts';

/** A revision may have changed a hundred thousand paths. */
const LOG_MS = 10 * 60_000;
/** Revisions that are asked for at a time: few for who brings a few, more for who brings many. */
const FIRST_ASKED = 100;
const MOST_ASKED = 10_000;

/** A server that has taken the question answers within this, in milliseconds; one that serves a caller one connection at a time does not. */
const LONGEST_SILENCE_MS = 60_000;
/** Attempts at a log that breaks off, and the rest between them: a server may refuse another connection for good. */
const TRIES = 3;
const REST_MS = 1000;

export interface ToldOf {
  access: SvnAccess;
  /** The root of the repository, or the folder that alone may be read. */
  url: string;
  /** Folder of the repository that `url` is; '' for the root. */
  folder: string;
  youngest: number;
  /** Longest silence of the server, in milliseconds. */
  silenceMs: number;
}

type FetchedHistory = Pick<RawHistory, 'revision' | 'findings' | 'folder'>;

/** Asks ahead for what the log says of the revisions that come. */
export class ToldFolders {
  readonly #of: ToldOf;
  readonly #findings: FindingCollector;
  readonly #heard: () => void;
  readonly #stop = new AbortController();
  readonly #folders = new Map<number, string[]>();
  /** All is told of this revision and of those before it. */
  #passed: number;
  /** The last revision that somebody came to. */
  #wanted: number;
  /** Lies there from the first question to its answer. */
  readonly #unanswered: string;
  /** The fetch before this one, of the same revisions, had no answer to these questions. */
  #isSecondTry = false;
  /** The server has answered one of these questions: what breaks off then is the line. */
  #isServed = false;
  /** What ended the asking for now. */
  #broken: { error: unknown } | null = null;
  #waiting: (() => void)[] = [];

  /**
   * @param history what is there; what is behind it must be asked for in order
   * @param heard told of each line, as the server is not silent then
   */
  constructor(of: ToldOf, { revision: have, findings, folder }: FetchedHistory, heard: () => void) {
    this.#unanswered = join(folder, 'log-unanswered');
    this.#of = of;
    this.#heard = heard;
    this.#findings = findings;
    this.#passed = have;
    this.#wanted = have;
  }

  /** Begins to ask. @throws the system's error, where the disk takes nothing */
  begin(): void {
    const have = String(this.#passed);
    this.#isSecondTry = existsSync(this.#unanswered) && readFileSync(this.#unanswered, 'latin1') === have;
    writeFileSync(this.#unanswered, have, { mode: 0o600 });
    this.#readAll().catch((error: unknown) => {
      this.#broken = { error };
      this.#wake();
    });
  }

  /**
   * Paths of the folders that the log says were changed, as a dump has them; none where the server gives no log, which is a finding.
   * @throws Failure where another attempt may bring it; the signal's reason
   */
  async of(revision: number): Promise<readonly string[]> {
    this.#wanted = revision;
    this.#wake();
    await this.#until(() => this.#passed >= revision || this.#broken !== null);
    if (this.#passed < revision) throw this.#broken?.error;
    const folders = this.#folders.get(revision) ?? [];
    this.#folders.delete(revision);
    return folders;
  }

  /** Ends what is being asked. */
  close(): void {
    this.#stop.abort();
  }

  async #readAll(): Promise<void> {
    const { youngest } = this.#of;
    // svnrdump has two connections, which are open when the first revision is there. Where the server takes no third one, what is asked
    // here may have been in the place of one of them.
    let begun = this.#passed + (this.#isSecondTry ? 1 : 0);
    for (let count = FIRST_ASKED; this.#passed < youngest; count = Math.min(count * 10, MOST_ASKED)) {
      // No more is held than what is being read and what comes next.
      await this.#until(() => this.#wanted >= begun);
      begun = this.#passed + 1;
      const last = Math.min(this.#passed + count, youngest);
      if (!(await this.#readPatiently(last))) {
        this.#findings.add('log_unread', 'info', UNREAD, `r${this.#passed + 1}–r${youngest}`);
        return this.#pass(youngest);
      }
      this.#pass(last);
    }
  }

  /**
   * What breaks off goes on where it did.
   * @returns whether all is told @throws Failure where the line is to blame, as the server answered before
   */
  async #readPatiently(last: number): Promise<boolean> {
    const signal = AbortSignal.any([this.#of.access.signal, this.#stop.signal]);
    for (let tried = 1; this.#passed < last; tried++) {
      const from = this.#passed;
      try {
        await this.#read(last, signal);
        // Also where the folder that may be read was not changed in any of them.
        this.#answered();
        return true;
      } catch (error) {
        signal.throwIfAborted();
        const failure = error instanceof RangeError ? null : asFailure(error);
        if (failure?.kind !== 'unreachable') return false;
        const isSilent = failure.key === 'connection.silent';
        if (this.#passed === from && (tried >= TRIES || isSilent)) {
          // A line that is cut looks like a server that refuses another connection, and is tried again with the whole fetch.
          if (this.#isServed || !this.#isSecondTry) throw failure;
          return false;
        }
        await rest(REST_MS, signal);
      }
    }
    return true;
  }

  async #read(last: number, stop: AbortSignal): Promise<void> {
    const { access, url, folder, silenceMs } = this.#of;
    let paths: string[] = [];
    const xml = new SvnXml(({ name, attributes, text }) => {
      if (name === 'path' && attributes.kind === 'dir' && attributes.action === 'M')
        paths.push(text.replace(/^\/+/, ''));
      if (name !== 'logentry') return;
      const revision = Number(attributes.revision);
      const here = paths.filter((path) => folder === '' || path === folder || path.startsWith(`${folder}/`));
      if (here.length > 0) this.#folders.set(revision, here.map(asInDump));
      this.#answered();
      this.#pass(revision);
      paths = [];
    });
    const write = ofFolders((text) => xml.write(text));
    const silent = new AbortController();
    // Whoever waits for the first answer reads nothing else meanwhile, which counts as silence, too.
    const milliseconds = this.#isServed ? silenceMs : Math.min(silenceMs / 2, LONGEST_SILENCE_MS);
    const timer = setTimeout(() => silent.abort(), milliseconds);
    const onLine = (line: string) => {
      timer.refresh();
      this.#heard();
      write(line);
    };
    const signal = AbortSignal.any([stop, silent.signal]);
    // A date that is none would end the log: nothing but the paths is asked for.
    const args = ['log', '--xml', '-v', '--with-no-revprops', '-r', `${this.#passed + 1}:${last}`];
    try {
      await svn({ ...access, signal }, args, [url], LOG_MS, onLine);
      xml.end();
    } catch (error) {
      if (!silent.signal.aborted) throw error;
      throw Failure.of('connection.silent', { milliseconds });
    } finally {
      clearTimeout(timer);
    }
  }

  #answered(): void {
    if (this.#isServed) return;
    this.#isServed = true;
    rmSync(this.#unanswered, { force: true });
  }

  #pass(revision: number): void {
    this.#passed = Math.max(this.#passed, revision);
    this.#wake();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

const UNREAD: Said = say(
  'The server did not give the log of some revisions. One that set a property of a folder to what it was, and changed nothing else, has no commit.',
);

function asInDump(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

/** Of paths lets those of changed folders through, and perhaps others: files are most of a log, and reading them as XML takes five times as long. */
function ofFolders(write: (text: string) => void): (line: string) => void {
  let path: string | null = null;
  return (line) => {
    if (path === null && line !== '<path') return write(`${line}\n`);
    path = `${path ?? ''}${line}\n`;
    if (!line.endsWith('</path>')) return;
    if (path.includes('kind="dir"') && path.includes('action="M"')) write(path);
    path = null;
  };
}
