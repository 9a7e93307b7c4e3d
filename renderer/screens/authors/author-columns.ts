import type { AuthorSort } from '../../api/authors.ts';
import { t } from '../../language/text.ts';

/** Columns that the cursor of the grid visits. */
export type CursorColumn = 'select' | 'name' | 'email' | 'state';

export const cursorColumns: readonly CursorColumn[] = ['select', 'name', 'email', 'state'];

export interface Column {
  key: string;
  title: string;
  sort: AuthorSort | null;
  cursor: CursorColumn | null;
  kind?: 'number' | 'date';
}

/** Columns of the authors grid, from left to right. */
export const authorColumns: readonly Column[] = [
  { key: 'select', title: '', sort: null, cursor: 'select' },
  { key: 'remote_name', title: t('In the source'), sort: 'remote_name', cursor: null },
  { key: 'name', title: t('Name'), sort: 'name', cursor: 'name' },
  { key: 'email', title: t('E-mail'), sort: 'email', cursor: 'email' },
  { key: 'commits', title: t('Commits'), sort: 'commit_count', cursor: null, kind: 'number' },
  { key: 'first', title: t('First'), sort: 'first_commit_at', cursor: null, kind: 'date' },
  { key: 'last', title: t('Last'), sort: 'last_commit_at', cursor: null, kind: 'date' },
  { key: 'state', title: t('State'), sort: 'unmapped', cursor: 'state' },
];
