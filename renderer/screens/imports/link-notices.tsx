import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { t } from '../../language/text.ts';

/** Somebody else wrote what stands in the field: a person looks at it before its server is asked. */
export function FromLinkNotice() {
  return (
    <Alert variant="outline" icon={<IconLink size={18} aria-hidden />} maw={720} data-testid="from-link">
      <Text>
        {t(
          'This address came with a link. Its server is asked when you press Continue, and not before: look whether it is one that you know.',
        )}
      </Text>
    </Alert>
  );
}

interface OtherSourceNoticeProps {
  /** The address that a link named. */
  address: string;
  onTake(): void;
  onLeave(): void;
}

/** A link names a source while another one is being prepared. */
export function OtherSourceNotice({ address, onTake, onLeave }: OtherSourceNoticeProps) {
  return (
    <Alert variant="outline" icon={<IconLink size={18} aria-hidden />} maw={720} data-testid="other-source">
      <Stack gap="xs" align="flex-start">
        <Text>{t('A link names another source than the one that is being prepared here:')}</Text>
        <Text ff="monospace" style={{ overflowWrap: 'anywhere' }} data-selectable>
          <bdi>{address}</bdi>
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={onTake}>
            {t('Start over with it')}
          </Button>
          <Button variant="subtle" onClick={onLeave}>
            {t('Keep what is here')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
