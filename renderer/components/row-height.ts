import { usePreferences } from '../stores/preferences.ts';

const COMPACT = 0.8;

/** How high a row is with the density that was chosen. @param height pixels with the wider one */
export function useRowHeight(height: number): number {
  const compact = usePreferences((preferences) => preferences.density === 'compact');
  return compact ? Math.round(height * COMPACT) : height;
}
