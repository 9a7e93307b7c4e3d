import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { locale } from '../../language/text.ts';
import { Document } from './document.tsx';
import { readMarkdown, sectionsOf } from './markdown.ts';

/** What this version brought, and those before it, in the page's language. */
export function WhatIsNew() {
  const changes = useQuery({ queryKey: ['changes'], queryFn: loadChanges });
  if (changes.isError) return <ErrorNotice error={changes.error} />;
  return changes.data === undefined ? null : <Document blocks={changes.data} />;
}

async function loadChanges() {
  const { default: text } =
    locale() === 'de' ? await import('../../../CHANGELOG.de.md?raw') : await import('../../../CHANGELOG.md?raw');
  return sectionsOf(readMarkdown(text)).flat();
}
