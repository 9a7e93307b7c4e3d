/**
 * The history that `svn log -v --xml` tells (Subversion's `subversion/svn/schema/log.rnc`), written as a fetch would write it
 * but for the contents: each text that the log says was changed is one of its own. Paths are UTF-8.
 */
import { DumpError, type NodeRecord } from './dump/record.ts';
import type { NodeText } from './raw/file-texts.ts';
import type { RawHistory } from './raw/history.ts';
import type { XmlElement } from './svn-xml.ts';

const ACTIONS: Readonly<Record<string, NodeRecord['action']>> = { A: 'add', M: 'change', D: 'delete', R: 'replace' };

interface LogPath {
  attributes: XmlElement['attributes'];
  path: string;
}

/** Fed with the log's elements as they end, oldest revision first. */
export class LogHistory {
  readonly #history: RawHistory;
  #paths: LogPath[] = [];
  /** Changes that could not be followed. */
  unclear = 0;

  constructor(history: RawHistory) {
    this.#history = history;
  }

  add({ name, attributes, texts, text }: XmlElement): void {
    if (name === 'path') this.#paths.push({ attributes, path: text });
    if (name !== 'logentry') return;
    const revision = Number(attributes.revision);
    const paths = this.#paths;
    this.#paths = [];
    if (!Number.isSafeInteger(revision) || revision <= this.#history.revision) return;
    this.upTo(revision - 1);
    this.#history.converter.begin(revision);
    for (const path of paths) this.#apply(revision, path);
    this.#history.endRevision(
      revision,
      new Map([
        ['svn:author', bytes(texts.author ?? '')],
        ['svn:date', texts.date ?? ''],
      ]),
    );
  }

  /** Revisions that the log passes over changed nothing. */
  upTo(revision: number): void {
    for (let empty = this.#history.revision + 1; empty <= revision; empty++) {
      this.#history.converter.begin(empty);
      this.#history.endRevision(empty, new Map());
    }
  }

  #apply(revision: number, { attributes, path }: LogPath): void {
    const action = ACTIONS[attributes.action ?? ''];
    if (action === undefined) {
      this.unclear += 1;
      return;
    }
    const from = attributes['copyfrom-path'];
    const isDirectory = attributes.kind === 'dir';
    const record: NodeRecord = {
      kind: 'node',
      path: bytes(withoutSlashes(path)),
      action,
      isDirectory: attributes.kind === 'dir' || attributes.kind === 'file' ? isDirectory : null,
      copiedFrom:
        from === undefined ? null : { path: bytes(withoutSlashes(from)), revision: Number(attributes['copyfrom-rev']) },
      propertiesAreDelta: true,
      textIsDelta: false,
      textMd5: null,
      properties: null,
      textLength: -1,
    };
    // Servers before 1.7 do not say whether a text changed: a copy's did not, any other's may have.
    const isText = attributes['text-mods'] === undefined ? from === undefined : attributes['text-mods'] === 'true';
    const hasText = action !== 'delete' && !isDirectory && isText;
    const text: NodeText = hasText ? { kind: 'memory', bytes: Buffer.from(`r${revision} ${path}`) } : { kind: 'none' };
    try {
      this.#history.converter.node(record, isDirectory && action === 'change' ? [] : null, text);
    } catch (error) {
      if (!(error instanceof DumpError)) throw error;
      this.unclear += 1;
    }
  }
}

/** As the dump has them. */
function bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function withoutSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
