/** The ten states of an import (service.md, "Import status"). */
export const IMPORT_STATUSES = [
  'detecting',
  'importing',
  'mapping',
  'pushing',
  'complete',
  'auth_failed',
  'error',
  'detection_needs_auth',
  'detection_found_nothing',
  'detection_found_multiple',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Names of `failed_step` (facts.md: the steps that the original documentation names). */
export type ImportStep = 'detection' | 'raw' | 'rewrite' | 'push';
