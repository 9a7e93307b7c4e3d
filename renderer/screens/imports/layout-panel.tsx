import { Button, Group, Stack, Text } from '@mantine/core';
import type { Layout } from '../../../service/api/imports/import-schemas.ts';
import { useUpdateImport } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LayoutEditor } from '../../components/layout-editor.tsx';
import { t } from '../../language/text.ts';
import classes from './layout-panel.module.css';
import { LayoutPreviewPanel } from './layout-preview.tsx';

/** A layout that is being changed. */
export interface EditedLayout {
  layout: Layout;
  /** What held when the change was begun. */
  from: Layout;
}

interface LayoutPanelProps {
  owner: string;
  repo: string;
  vcs: string | null;
  /** As it holds. */
  layout: Layout;
  /** What the history suggests, where that is another one. */
  suggested?: Layout | undefined;
  /** Whether the source is still being fetched. */
  fetching: boolean;
  /** Whether it is published only when a person says so: until then nothing is mapped again. */
  held: boolean;
  /** As a person changed it and has not applied it; null where nothing was changed. */
  edited: EditedLayout | null;
  onEdit(edited: EditedLayout | null): void;
}

/** The layout of what was fetched, to be changed and mapped again; of what is being fetched, to be mapped by in the first place. */
export function LayoutPanel({ owner, repo, vcs, layout, suggested, fetching, held, edited, onEdit }: LayoutPanelProps) {
  const update = useUpdateImport(owner, repo);
  const changed = edited?.layout ?? layout;
  const differs = !isSame(changed, layout);
  const meanwhile = edited !== null && differs && !isSame(edited.from, layout) && !update.isPending;
  const edit = (to: Layout) => onEdit({ layout: to, from: edited === null || !differs ? layout : edited.from });
  return (
    <Stack gap="md" className={classes.panel ?? ''}>
      <LayoutEditor vcs={vcs} layout={changed} onChange={edit} />
      {vcs === 'subversion' && !fetching && (
        <LayoutPreviewPanel owner={owner} repo={repo} layout={changed} onChange={edit} />
      )}
      <Stack gap="sm" {...(meanwhile ? { className: classes.meanwhile ?? '' } : {})}>
        {meanwhile && (
          <Text role="alert" data-testid="layout-changed-meanwhile">
            {t(
              'Meanwhile the layout was changed elsewhere. Applying yours takes the place of it; undo your changes to see it.',
            )}
          </Text>
        )}
        {update.isError && <ErrorNotice error={update.error} />}
        <Group gap="sm">
          <Button
            disabled={!differs || changed.default_branch === ''}
            loading={update.isPending}
            onClick={() => update.mutate({ layout: changed }, { onSuccess: () => onEdit(null) })}
          >
            {fetching || held ? t('Use this shape') : t('Apply and map again')}
          </Button>
          <Button variant="default" disabled={!differs} onClick={() => onEdit(null)}>
            {t('Undo changes')}
          </Button>
          {suggested !== undefined && !isSame(suggested, changed) && (
            <Button variant="default" onClick={() => edit(suggested)}>
              {t('Take what the history suggests')}
            </Button>
          )}
          <Text role="status">
            {(fetching || held) && update.isSuccess && !differs && t('Branches and tags will be made so.')}
          </Text>
        </Group>
      </Stack>
      <Text c="dimmed">
        {fetching
          ? t(
              'The fetch goes on, and is the same whatever you choose. When all of it is here, this page shows what the shape makes of each folder.',
            )
          : held
            ? t('Branches and tags are made so when you publish. Nothing is fetched again.')
            : t('Mapping again takes seconds. Nothing is fetched again.')}
      </Text>
    </Stack>
  );
}

function isSame(one: Layout, other: Layout): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
