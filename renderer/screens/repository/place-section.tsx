import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RepositoryOverview } from '../../../service/api/organizations/repository-overview.ts';
import { CopyTextButton } from '../../components/copied-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';

const origins = { imported: t('Imported from'), restored: t('Restored from'), made: t('Made here') } as const;

interface PlaceSectionProps {
  owner: string;
  repo: string;
  overview: RepositoryOverview;
}

/** Where a repository came from, where it is, and how it is cloned. */
export function PlaceSection({ overview, owner, repo }: PlaceSectionProps) {
  const { origin, folder, clone_url, statistics, statistics_state } = overview;
  const from = origin.kind === 'made' ? t('empty') : (origin.place ?? t('an archive'));
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [origins[origin.kind], <Line key="origin" text={`${from}, ${momentText(origin.at)}`} />],
          [
            t('Folder'),
            <Copied key="folder" what={t('Folder')} text={folder}>
              <Button
                variant="default"
                flex="none"
                leftSection={<IconFolderOpen size={15} aria-hidden />}
                onClick={() => void window.gantry.openRepositoryFolder({ owner, repo }).catch(showFailure)}
              >
                {t('Open')}
              </Button>
            </Copied>,
          ],
          [
            t('Clone address'),
            clone_url === null ? (
              <Text key="clone" c="dimmed">
                {t(
                  'On this machine git clones the folder. The server of Settings, API, gives an address to other programs.',
                )}
              </Text>
            ) : (
              <Copied key="clone" what={t('Clone address')} text={clone_url} />
            ),
          ],
          ...(statistics === null
            ? []
            : [
                [
                  t('Holds'),
                  [
                    t('{branches, plural, one {# branch} other {# branches}}', { branches: statistics.branches }),
                    t('{tags, plural, one {# tag} other {# tags}}', { tags: statistics.tags }),
                    t('{commits, plural, one {# commit} other {# commits}}', { commits: statistics.commits }),
                  ].join(', '),
                ] as const,
              ]),
        ]}
      />
      {statistics_state === 'counting' && (
        <Text c="dimmed" role="status">
          {statistics === null
            ? t('Its history is being counted…')
            : t('These numbers are of before; it is being counted anew…')}
        </Text>
      )}
      {statistics_state === 'unreadable' && (
        <Text role="status">
          {t('Its history could not be counted. Settings, Maintenance, checks whether the repository is whole.')}
        </Text>
      )}
    </Stack>
  );
}

function Line({ text }: { text: string }) {
  return <Truncated text={text} keep="end" />;
}

function Copied({ what, text, children }: { what: string; text: string; children?: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Truncated text={text} keep="end" />
      <CopyTextButton what={what} text={text} />
      {children}
    </Group>
  );
}
