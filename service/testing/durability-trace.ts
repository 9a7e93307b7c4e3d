/**
 * What the disk was asked for, as strace saw it: which files and names a power cut could still have taken at a moment. File
 * systems differ in what they flush beside what they are asked to; here only what was asked for counts.
 */
import { dirname, isAbsolute, join } from 'node:path';

/** The calls that `readTrace` follows; for `strace -f -y -s 4096 -e trace=`. */
export const TRACED =
  'openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,sendto,sendmsg,copy_file_range,sendfile,ftruncate,fallocate,' +
  'fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,mkdirat,chdir,fchdir,clone,clone3,fork,vfork';

/** A file's content, whatever its names are. */
interface Content {
  isFlushed: boolean;
}

/** Something that the trace shows, with what was at risk at that moment. */
export interface Moment {
  kind: 'written' | 'flushed' | 'sent';
  /** The thread that did it. */
  pid: string;
  path: string;
  /** Beginning of what was written or sent. */
  text: string;
  /** Files whose content, and names that a power cut could have taken now. */
  atRisk(below: string): string[];
}

/** Follows a trace line by line. @param onMoment is told of writes and flushes of files, and of what is sent through sockets */
export function readTrace(trace: string, onMoment: (moment: Moment) => void): void {
  const disk = new Disk();
  const begun = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(pid, rest.slice(0, -'<unfinished ...>'.length).trimEnd());
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const call = resumed === null ? rest : (begun.get(pid) ?? '') + resumed[1];
    const [, name = '', parameters = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+|\?)/.exec(call) ?? [];
    if (name === '' || result.startsWith('-') || result === '?') continue;
    follow(disk, { pid, name, parameters, result }, onMoment);
  }
}

interface Call {
  pid: string;
  name: string;
  parameters: string;
  result: string;
}

function follow(disk: Disk, { pid, name, parameters, result }: Call, onMoment: (moment: Moment) => void): void {
  const texts = [...parameters.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => unescaped(match[1] ?? ''));
  const open = /^\d+<(.*?)>[,)]|^\d+<(.*)>$/.exec(`${parameters}`);
  const path = open?.[1] ?? open?.[2] ?? '';
  const tell = (kind: Moment['kind']) =>
    onMoment({ kind, pid, path, text: texts.join(''), atRisk: (below) => disk.atRisk(below) });
  const [first = '', second = first] = texts.map((text, index) => disk.resolve(pid, text, folderOf(parameters, index)));
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      if (name === 'creat' || parameters.includes('O_CREAT')) disk.create(first, parameters.includes('O_TRUNC'));
      return;
    case 'write':
    case 'pwrite64':
    case 'writev':
    case 'pwritev':
    case 'pwritev2':
    case 'sendto':
    case 'sendmsg':
      if (isAbsolute(path)) disk.write(path);
      tell(isAbsolute(path) ? 'written' : 'sent');
      return;
    case 'copy_file_range':
    case 'sendfile': {
      const into = [...parameters.matchAll(/\d+<([^>]*)>/g)][name === 'sendfile' ? 0 : 1]?.[1] ?? '';
      if (isAbsolute(into)) disk.write(into);
      return;
    }
    case 'ftruncate':
    case 'fallocate':
      disk.write(path);
      return;
    case 'fsync':
    case 'fdatasync':
      disk.flush(path);
      tell('flushed');
      return;
    case 'rename':
    case 'renameat':
    case 'renameat2':
      disk.rename(first, second);
      return;
    case 'link':
    case 'linkat':
      disk.link(first, second);
      return;
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      disk.remove(first);
      return;
    case 'mkdir':
    case 'mkdirat':
      disk.addName(first);
      return;
    case 'chdir':
      disk.enter(pid, first);
      return;
    case 'fchdir':
      disk.enter(pid, path);
      return;
    default:
      disk.fork(pid, result);
  }
}

/** The folder that a relative name means: `AT_FDCWD</there>, "name"` or `7</there>, "name"`; null for the process's own. */
function folderOf(parameters: string, index: number): string | null {
  const matches = [...parameters.matchAll(/(?:AT_FDCWD|\d+)<([^>]*)>, "/g)];
  return matches[index]?.[1] ?? null;
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|(.))/g, (_all, octal: string | undefined, letter: string | undefined) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' }[letter ?? ''] ?? letter ?? '';
  });
}

class Disk {
  readonly #files = new Map<string, Content>();
  /** Names that their folder was not flushed after. */
  readonly #newNames = new Set<string>();
  readonly #folders = new Map<string, string>();

  resolve(pid: string, path: string, folder: string | null): string {
    return join(isAbsolute(path) ? '/' : (folder ?? this.#folders.get(pid) ?? '/'), path);
  }

  enter(pid: string, folder: string): void {
    this.#folders.set(pid, folder);
  }

  fork(pid: string, child: string): void {
    const folder = this.#folders.get(pid);
    if (folder !== undefined) this.#folders.set(child, folder);
  }

  create(path: string, isEmptied: boolean): void {
    const known = this.#files.get(path);
    if (known === undefined) {
      this.#files.set(path, { isFlushed: false });
      this.#newNames.add(path);
    } else if (isEmptied) known.isFlushed = false;
  }

  write(path: string): void {
    const content = this.#files.get(path);
    if (content === undefined) this.#files.set(path, { isFlushed: false });
    else content.isFlushed = false;
  }

  flush(path: string): void {
    const content = this.#files.get(path);
    if (content !== undefined) content.isFlushed = true;
    for (const name of this.#newNames) if (dirname(name) === path) this.#newNames.delete(name);
  }

  addName(path: string): void {
    this.#newNames.add(path);
  }

  link(from: string, to: string): void {
    const content = this.#files.get(from);
    if (content !== undefined) this.#files.set(to, content);
    this.#newNames.add(to);
  }

  rename(from: string, to: string): void {
    for (const [path, content] of [...this.#files]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#files.delete(path);
      this.#files.set(to + path.slice(from.length), content);
    }
    for (const path of [...this.#newNames]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#newNames.delete(path);
      this.#newNames.add(to + path.slice(from.length));
    }
    this.#newNames.add(to);
  }

  remove(path: string): void {
    this.#files.delete(path);
    for (const name of [...this.#newNames])
      if (name === path || name.startsWith(`${path}/`)) this.#newNames.delete(name);
  }

  atRisk(below: string): string[] {
    const inside = (path: string) => path === below || path.startsWith(`${below}/`);
    const contents = [...this.#files].filter(([path, { isFlushed }]) => inside(path) && !isFlushed);
    const names = [...this.#newNames].filter((path) => inside(path) || below.startsWith(`${path}/`));
    return [...contents.map(([path]) => `content of ${path}`), ...names.map((path) => `name ${path}`)];
  }
}
