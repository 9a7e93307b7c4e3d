import { Button } from '@mantine/core';
import { t } from '../language/text.ts';
import { useDesk } from '../stores/desk.ts';
import type { ErrorPage } from './error-pages.ts';

interface MoreAboutProps {
  page: ErrorPage;
  /** What it is about, where several stand on one screen. */
  about?: string;
}

/** Opens the page of the guide about an error, beside the screen. */
export function MoreAbout({ page, about }: MoreAboutProps) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      flex="none"
      onClick={() => useDesk.getState().openHelp(page)}
      {...(about === undefined ? {} : { 'aria-label': t('More: {about}', { about }) })}
      data-testid="more-about-error"
    >
      {t('More')}
    </Button>
  );
}
