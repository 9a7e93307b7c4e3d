/**
 * Folders that a revision changed and left as they were: a property that was set to what it was (`svnmucc propset`, `svnadmin load`).
 * The log names them and a folder's own files have them, but servers leave them out of what they replay (`svn_repos_replay2`; seen
 * with svnrdump 1.14.2, which does write such a file), so that such a revision would come without a change, or with half of it.
 */
import { type Said, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { FindingCollector } from '../findings.ts';
import { type SvnAccess, svn } from './svn-tool.ts';
import { SvnXml } from './svn-xml.ts';
import { noSense } from './tool-failure.ts';

/** A revision may have changed a hundred thousand paths. */
const LOG_MS = 10 * 60_000;
/** Revisions that are asked for at a time: few for who brings a few, more for who brings many. */
const FIRST_ASKED = 100;
const MOST_ASKED = 10_000;

export interface ToldOf {
  access: SvnAccess;
  /** The root of the repository, or the folder that alone may be read. */
  url: string;
  /** Folder of the repository that `url` is; '' for the root. */
  folder: string;
  youngest: number;
}

/** Asks ahead for what the log says of the revisions that come. */
export class ToldFolders {
  readonly #of: ToldOf;
  readonly #findings: FindingCollector;
  readonly #heard: () => void;
  readonly #stop = new AbortController();
  #part: LogPart;
  #next: LogPart | null = null;

  /**
   * @param have last revision that is there; those behind it must be asked for in order
   * @param heard told of each line, as the server is not silent then
   */
  constructor(of: ToldOf, have: number, findings: FindingCollector, heard: () => void) {
    this.#of = of;
    this.#heard = heard;
    this.#findings = findings;
    this.#part = this.#ask(have + 1, FIRST_ASKED);
  }

  /**
   * Paths of the folders that the log says were changed, as a dump has them.
   * @throws Failure where another attempt may bring the answer
   */
  async of(revision: number): Promise<readonly string[]> {
    const { youngest } = this.#of;
    while (revision > this.#part.last) this.#part = this.#next ?? this.#ask(revision, FIRST_ASKED);
    const { first, last } = this.#part;
    if (last < youngest && (this.#next?.first ?? 0) <= last) {
      this.#next = this.#ask(last + 1, Math.min((last - first + 1) * 10, MOST_ASKED));
    }
    await this.#part.reaches(revision);
    return this.#part.folders.get(revision) ?? [];
  }

  /** Ends what is being asked. */
  close(): void {
    this.#stop.abort();
  }

  #ask(first: number, count: number): LogPart {
    const part = new LogPart(first, Math.min(first + count - 1, this.#of.youngest));
    this.#read(part).then(
      () => part.end(null),
      (error: unknown) => part.end(error),
    );
    return part;
  }

  async #read(part: LogPart): Promise<void> {
    const { access, url, folder } = this.#of;
    const range = `${part.first}:${part.last}`;
    let paths: string[] = [];
    const xml = new SvnXml(({ name, attributes, text }) => {
      if (name === 'path' && attributes.kind === 'dir' && attributes.action === 'M')
        paths.push(text.replace(/^\/+/, ''));
      if (name !== 'logentry') return;
      const here = paths.filter((path) => folder === '' || path === folder || path.startsWith(`${folder}/`));
      part.tells(Number(attributes.revision), here.map(asInDump));
      paths = [];
    });
    const write = ofFolders((text) => xml.write(text));
    const onLine = (line: string) => {
      this.#heard();
      write(line);
    };
    const signal = AbortSignal.any([access.signal, this.#stop.signal]);
    // A date that is none would end the log: nothing but the paths is asked for.
    const args = ['log', '--xml', '-v', '--with-no-revprops', '-r', range];
    try {
      await svn({ ...access, signal }, args, [url], LOG_MS, onLine);
      xml.end();
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof RangeError ? noSense(url, error) : asFailure(error);
      if (failure.kind === 'unreachable') throw failure;
      this.#findings.add('log_unread', 'info', UNREAD, `r${range.replace(':', '–r')}`);
    }
  }
}

/** Revisions that the log is asked for at a time, and how far it has come. */
class LogPart {
  readonly first: number;
  readonly last: number;
  readonly folders = new Map<number, string[]>();
  #passed = 0;
  #ended: { error: unknown } | null = null;
  #waiting: (() => void)[] = [];

  constructor(first: number, last: number) {
    this.first = first;
    this.last = last;
  }

  /** What a revision changed, those before it having been told. */
  tells(revision: number, folders: string[]): void {
    if (folders.length > 0) this.folders.set(revision, folders);
    this.#passed = revision;
    this.#wake();
  }

  /** @param error why the log ended early; null when it is whole */
  end(error: unknown): void {
    this.#ended = { error };
    this.#wake();
  }

  /** Resolves when all is told of a revision. @throws what ended the log before */
  async reaches(revision: number): Promise<void> {
    while (this.#passed < revision) {
      if (this.#ended === null) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else if (this.#ended.error === null) return;
      else throw this.#ended.error;
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
