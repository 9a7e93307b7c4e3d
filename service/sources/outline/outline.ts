/** A history of folders as the source's log tells it, before anything of its contents is fetched. */
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Layout } from '../../vocabulary/history.ts';

export interface OutlineJob {
  url: string;
  credentials: Credentials | null;
  /** Folder of the chosen project; null for what the address names. */
  root: string | null;
  /** Folder of this outline's own (mode 0700); what a fetch would write goes to `fetch` in it. */
  folder: string;
}

export interface SourceOutline {
  revisions: number;
  /** What the whole history suggests. */
  layout: Layout;
  /** Changes of the log that could not be followed: the source hides a folder, or is too old to say what they are. */
  unclear: number;
}
