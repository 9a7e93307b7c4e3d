import { create } from 'zustand';
import type { InspectedIssue } from '../../service/vocabulary/archive-contents.ts';

/** Which issues of an archive are looked at. */
export interface IssueFilter {
  search: string;
  repository: string | null;
  kind: 'all' | InspectedIssue['kind'];
  state: 'all' | InspectedIssue['state'];
}

export type InspectionTab = 'overview' | 'repositories' | 'issues' | 'problems';

interface View {
  /** Of which opened archive; another one starts with an empty view. */
  inspectionId: number | null;
  tab: InspectionTab;
  filter: IssueFilter;
}

interface InspectionView extends View {
  show(inspectionId: number, values: Partial<Omit<View, 'inspectionId'>>): void;
}

export const noFilter: IssueFilter = { search: '', repository: null, kind: 'all', state: 'all' };

/** Where one is in an opened archive, so that reading one issue and coming back loses nothing. */
export const useInspectionView = create<InspectionView>()((set) => ({
  inspectionId: null,
  tab: 'overview',
  filter: noFilter,
  show: (inspectionId, values) =>
    set((state) =>
      state.inspectionId === inspectionId ? values : { inspectionId, tab: 'overview', filter: noFilter, ...values },
    ),
}));
