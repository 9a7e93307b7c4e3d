/** Outlines of sources that persons look at while they choose a layout: kept a while, lost with the engine. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import type { Layout, Vcs } from '../../vocabulary/history.ts';
import type { LayoutPreview } from '../../vocabulary/layout-preview.ts';
import { sourceOf } from '../index.ts';
import type { OutlineJob, SourceOutline } from './outline.ts';

/** Kept of each account; the one that was not used for longest goes first. */
const MOST = 4;
/** Longest time of one preview, in milliseconds. */
const PREVIEW_MS = 60_000;

interface Kept {
  account: number;
  vcs: Vcs;
  root: string | null;
  folder: string;
  previews: Set<Promise<unknown>>;
}

export interface MadeOutline extends SourceOutline {
  id: string;
}

export class Outlines {
  readonly #folder: string;
  readonly #kept = new Map<string, Kept>();

  /** @param folder whose content the next start removes */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Reads the log of a source.
   * @param account whose outline it is
   * @returns null where branches are no folders
   * @throws Failure with a sentence; kind 'auth' when credentials are missing or wrong
   */
  async make(
    account: number,
    { vcs, ...job }: Omit<OutlineJob, 'folder'> & { vcs: Vcs },
    signal: AbortSignal,
  ): Promise<MadeOutline | null> {
    const source = sourceOf(vcs);
    if (source === undefined) throw Failure.of('import.source_unknown', {});
    if (source.outline === undefined) return null;
    mkdirSync(this.#folder, { recursive: true });
    const folder = await mkdtemp(join(this.#folder, 'outline-'));
    try {
      const outline = await source.outline({ ...job, folder }, signal);
      const id = randomUUID();
      this.#kept.set(id, { account, vcs, root: job.root, folder, previews: new Set() });
      await this.#makeRoom(account);
      return { id, ...outline };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * What a layout would make of the history.
   * @returns null for an outline that is not there (any more), or somebody else's
   * @throws Failure
   */
  async preview(account: number, id: string, layout: Layout): Promise<LayoutPreview | null> {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.account !== account) return null;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    const { folder, root: chosenRoot } = kept;
    const job = { folder, layout, chosenRoot };
    const preview = sourceOf(kept.vcs)?.previewLayout?.(job, AbortSignal.timeout(PREVIEW_MS));
    if (preview === undefined) return null;
    kept.previews.add(preview);
    try {
      return await preview;
    } finally {
      kept.previews.delete(preview);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((id) => this.#forget(id)));
  }

  async #makeRoom(account: number): Promise<void> {
    const own = [...this.#kept].flatMap(([id, kept]) => (kept.account === account ? [id] : []));
    const oldest = own.slice(0, -MOST);
    await Promise.all(oldest.map((id) => this.#forget(id)));
  }

  async #forget(id: string): Promise<void> {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    if (kept === undefined) return;
    await Promise.allSettled(kept.previews);
    await rm(kept.folder, { recursive: true, force: true });
  }
}
