/** Which files of a bare repository out of an archive are kept, and how. Everything else is left out. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { isNoRef } from '../archive/read/layout.ts';
import { shown } from '../archive/read/refusal.ts';
import type { MemberSink } from '../archive/read/tar-parser.ts';
import { isRefName, StagedRefs } from './staged-refs.ts';

const PACK = /^objects\/pack\/pack-(?:[\da-f]{40}|[\da-f]{64})\.pack$/;
const LOOSE = /^objects\/[\da-f]{2}\/(?:[\da-f]{38}|[\da-f]{62})$/;
const LFS = /^lfs\/objects\/([\da-f]{2})\/([\da-f]{2})\/(\1\2[\da-f]{60})$/;
/** Made anew, of no use, or only for whoever wrote the archive. */
const PASSED_OVER =
  /^(?:objects\/pack\/.+\.(?:idx|rev|bitmap|mtimes|keep)|objects\/pack\/multi-pack-index.*|objects\/info\/(?:packs|commit-graph|commit-graphs\/.+)|info\/(?:nwo|refs|exclude|attributes|grafts)|logs\/.+|description|FETCH_HEAD|ORIG_HEAD|gc\.(?:log|pid)|branches\/.*|hooks\/.+\.sample)$/;
const LONGEST_REF = 4096;

/** What was not kept, as notes tell it. */
export type LeftOut = 'hooks' | 'config' | 'alternates' | 'symbolic' | 'other';

/** One bare repository, or wiki, on its way into its staging folder. */
export class StagedRepository {
  /** `owner/name` or `owner/name.wiki`, as the archive has it. */
  readonly name: string;
  readonly folder: string;
  readonly packs: string[] = [];
  readonly refs: StagedRefs;
  /** What HEAD says: `ref: refs/heads/...` or the id of a commit; null when the archive does not say. */
  head: string | null = null;
  /** When it was last pushed to, as `info/last-sync` says; null without it. */
  pushedAt: string | null = null;
  sha256 = false;
  /** Older commits are not in the archive, which `git fsck` takes as it is told. */
  shallow = false;
  /** Objects that no ref reached, which were left out. */
  unreachable = 0;
  /** Contents of large files (LFS) that its commits name and the archive does not hold. */
  absentLargeFiles = 0;
  /** A hook's or another file's name, by what it is. */
  readonly leftOut = new Map<LeftOut, string>();

  constructor(name: string, folder: string) {
    this.name = name;
    this.folder = folder;
    this.refs = new StagedRefs(folder);
    for (const path of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
      mkdirSync(join(folder, path), { recursive: true });
    }
  }

  /** @throws Failure (a sentence) for a ref that cannot be one */
  member(inside: string, size: number): MemberSink | null {
    if (PACK.test(inside)) {
      this.packs.push(inside);
      this.sha256 ||= inside.length > 'objects/pack/pack-.pack'.length + 40;
      return this.#file(inside);
    }
    if (LOOSE.test(inside)) {
      this.sha256 ||= inside.length > 'objects/xx/'.length + 38;
      return this.#file(inside);
    }
    this.shallow ||= inside === 'shallow' && size > 0;
    if (inside === 'packed-refs' || inside === 'shallow') return this.#file(inside);
    const lfs = LFS.exec(inside);
    if (lfs !== null) return this.#largeFile(inside, lfs[3] ?? '');
    if (isNoRef(inside)) {
      this.#leave(inside);
      return null;
    }
    if (inside === 'HEAD' || inside.startsWith('refs/')) {
      if (size > LONGEST_REF) throw Failure.of('restore.no_ref', { ref: shown(inside), repository: this.name });
      return text((content) => this.#ref(inside, content));
    }
    if (inside === 'info/last-sync') {
      if (size > LONGEST_REF) return null;
      return text((content) => {
        const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:Z|\.\d+)?\s*$/.exec(content)?.[1];
        if (time !== undefined && !Number.isNaN(Date.parse(`${time}Z`))) this.pushedAt = `${time}Z`;
      });
    }
    if (!PASSED_OVER.test(inside)) this.#leave(inside);
    return null;
  }

  #leave(inside: string): void {
    const kind: LeftOut =
      inside === 'config' || inside === 'config.worktree'
        ? 'config'
        : inside.startsWith('hooks/')
          ? 'hooks'
          : /^objects\/info\/(http-)?alternates$/.test(inside)
            ? 'alternates'
            : 'other';
    if (!this.leftOut.has(kind)) this.leftOut.set(kind, inside);
  }

  #ref(inside: string, content: string): void {
    const value = content.replace(/\s+$/, '');
    const symbolic = /^ref: (refs\/.+)$/.exec(value)?.[1];
    const isObject = /^(?:[\da-f]{40}|[\da-f]{64})$/.test(value);
    if (inside === 'HEAD') {
      if (isObject || (symbolic !== undefined && isRefName(symbolic))) this.head = value;
      return;
    }
    if (!isRefName(inside) || !(isObject || (symbolic !== undefined && isRefName(symbolic)))) {
      throw Failure.of('restore.ref_not_restored', { ref: shown(inside), repository: this.name });
    }
    this.sha256 ||= isObject && value.length === 64;
    // Only names of objects can stand in one file with others.
    if (isObject) {
      this.refs.add(inside, value);
      return;
    }
    this.refs.addSymbolic(inside, symbolic ?? '');
    const sink = this.#file(inside);
    sink.write(Buffer.from(`${value}\n`));
    sink.end();
  }

  #file(inside: string): MemberSink {
    const path = join(this.folder, inside);
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'wx', 0o644);
    return { write: (chunk) => writeWhole(file, chunk), end: () => closeSync(file) };
  }

  #largeFile(inside: string, oid: string): MemberSink {
    const sink = this.#file(inside);
    const hash = createHash('sha256');
    return {
      write: (chunk) => {
        hash.update(chunk);
        sink.write(chunk);
      },
      end: () => {
        sink.end();
        if (hash.digest('hex') === oid) return;
        throw Failure.of('restore.large_file_damaged', { oid, repository: this.name });
      },
    };
  }
}

function text(use: (content: string) => void): MemberSink {
  const chunks: Buffer[] = [];
  return {
    write: (chunk) => void chunks.push(Buffer.from(chunk)),
    end: () => use(Buffer.concat(chunks).toString('utf8')),
  };
}
