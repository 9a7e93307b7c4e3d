import { Button } from '@mantine/core';
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
      {...(about === undefined ? {} : { 'aria-label': `More: ${about}` })}
      data-testid="more-about-error"
    >
      More
    </Button>
  );
}
