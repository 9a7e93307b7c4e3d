import { Anchor, Drawer, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import guide from '../../docs/guide.md?raw';
import { Document } from '../screens/about/document.tsx';
import { useDesk } from '../stores/desk.ts';
import { partAbout } from './guide-places.ts';

/** The part of the guide that is about the screen, beside it. */
export function HelpDrawer() {
  const { help, closeHelp } = useDesk();
  return (
    <Drawer
      opened={help !== null}
      onClose={closeHelp}
      title="Help"
      position="right"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
    >
      {help !== null && (
        <Stack gap="md" data-testid="help">
          <Anchor component={Link} to="/help" onClick={closeHelp}>
            The whole guide
          </Anchor>
          <Document blocks={partAbout(guide, help)} />
        </Stack>
      )}
    </Drawer>
  );
}
