import { create } from 'zustand';
import type { IssueFilter } from '../api/inspections.ts';

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
