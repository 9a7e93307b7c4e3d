import { useQuery } from '@tanstack/react-query';

/** The guide, loaded when it is first wanted. */
export function useGuide() {
  return useQuery({ queryKey: ['guide'], queryFn: async () => (await import('./guide.ts')).guide });
}
