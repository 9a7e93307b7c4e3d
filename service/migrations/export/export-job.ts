/** What the main thread hands to the thread that makes an archive, and what that tells on the way. */
import type { Said } from '../../../language/sentence.ts';
import type { ArchiveLacks } from '../../vocabulary/archive-lacks.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import type { ExportScope } from '../records/export-scope.ts';

export interface ExportedFolder {
  /** `owner/name`, or `owner/name.wiki`. */
  fullName: string;
  path: string;
  /** Row of the repository; null for a wiki. */
  repositoryId: number | null;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  pushedAt: string;
}

export interface ExportJob {
  dataFolder: string;
  /** Final path of the archive. */
  archivePath: string;
  /** Folder for this job alone; removed by the caller. */
  stagingFolder: string;
  scope: ExportScope;
  /** Repositories and wikis. */
  folders: ExportedFolder[];
}

/** A reading of the work; bytes are of what goes into the archive, before it is packed. */
export type ExportReading = Pick<ArchiveProgress, 'step' | 'status_text' | 'bytes_done' | 'bytes_total'>;

export type ExportMessage =
  | { kind: 'reading'; reading: ExportReading }
  | { kind: 'log'; level: 'info' | 'warning'; text: Said };

export interface ExportResult {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  lacks: ArchiveLacks;
}
