import { useQuery } from '@tanstack/react-query';
import { locale } from '../../language/text.ts';

/** The guide in the page's language, loaded when it is first wanted. */
export function useGuide() {
  return useQuery({ queryKey: ['guide'], queryFn: loadGuide });
}

async function loadGuide() {
  const { guide } = locale() === 'de' ? await import('./guide-german.ts') : await import('./guide-english.ts');
  return guide;
}
