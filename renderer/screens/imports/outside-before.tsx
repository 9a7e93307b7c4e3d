import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Import, Layout } from '../../../service/api/imports/import-schemas.ts';
import { useLayoutPreview } from '../../api/layout-preview.ts';
import { t } from '../../language/text.ts';
import type { StepProps } from './step-props.ts';

interface OutsideBeforeProps extends StepProps {
  /** Leads to where branches and tags are chosen. */
  onShape(): void;
}

/** What would not be in Git if it were published so, and where that is decided; nothing where all would be. */
export function OutsideBefore({ owner, repo, record, onShape }: OutsideBeforeProps) {
  const { outcome, layout } = record;
  if (layout === null || !record.waiting_for_release) return null;
  if (outcome === undefined) {
    return (
      <>
        {record.vcs === 'subversion' && (
          <PreviewedOutside owner={owner} repo={repo} layout={layout} onShape={onShape} />
        )}
        <Text c="dimmed" data-testid="counted-later">
          {t('The shape was changed. Commits, branches and tags are made by it, and counted, when you publish.')}
        </Text>
      </>
    );
  }
  return outcome.complete?.state === 'red' ? (
    <Warning onShape={onShape}>{outcome.complete.text}</Warning>
  ) : (
    <LeftOut outcome={outcome} />
  );
}

/** Of a layout that nothing was mapped by yet. */
function PreviewedOutside({
  owner,
  repo,
  layout,
  onShape,
}: Pick<OutsideBeforeProps, 'owner' | 'repo' | 'onShape'> & { layout: Layout }) {
  const { data } = useLayoutPreview(owner, repo, layout);
  if (data == null || data.lost === 0) return null;
  const where = data.outside.filter(({ is_excluded }) => !is_excluded).map(({ folder }) => `/${folder}`);
  return (
    <Warning onShape={onShape}>
      {t(
        '{revisions, plural, one {# revision changed} other {# revisions changed}} content outside of every branch ({where}). Take it in as a branch, or leave it out on purpose.',
        { revisions: data.lost, where: where.length > 3 ? `${where.slice(0, 3).join(', ')}, …` : where.join(', ') },
      )}
    </Warning>
  );
}

function LeftOut({ outcome }: { outcome: NonNullable<Import['outcome']> }) {
  if (outcome.complete === undefined || outcome.complete.excluded === 0) return null;
  return (
    <Text c="dimmed">
      {t('Left out by choice: {revisions, plural, one {# revision} other {# revisions}}.', {
        revisions: outcome.complete.excluded,
      })}
    </Text>
  );
}

function Warning({ onShape, children }: { onShape(): void; children: ReactNode }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      data-testid="outside-before"
      style={{ flex: 'none' }}
    >
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t('Published so, the repository is not complete')}</Text>
        <Text data-selectable>{children}</Text>
        <Button variant="default" onClick={onShape}>
          {t('Change branches and tags')}
        </Button>
      </Stack>
    </Alert>
  );
}
