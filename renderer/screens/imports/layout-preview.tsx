import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Layout } from '../../../service/api/imports/import-schemas.ts';
import type { LayoutPreview } from '../../../service/vocabulary/layout-preview.ts';
import { useLayoutPreview } from '../../api/layout-preview.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { type Decision, decisionOf, decisionWords, withDecision } from '../../components/layout-decisions.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './layout-preview.module.css';

/** Pixels; every row has the same height. */
const rowHeight = 38;
const mostVisibleRows = 12;

interface LayoutPreviewPanelProps {
  owner: string;
  repo: string;
  layout: Layout;
  onChange(layout: Layout): void;
}

/** Of what was fetched. */
export function LayoutPreviewPanel({ owner, repo, layout, onChange }: LayoutPreviewPanelProps) {
  const preview = useLayoutPreview(owner, repo, useDeferredValue(layout));
  return <LayoutPreviewView preview={preview} layout={layout} onChange={onChange} />;
}

interface LayoutPreviewViewProps {
  preview: UseQueryResult<LayoutPreview | null>;
  layout: Layout;
  onChange(layout: Layout): void;
}

/** Folders of the source on the left, what becomes of them on the right, as the layout is edited. */
export function LayoutPreviewView({ preview, layout, onChange }: LayoutPreviewViewProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  if (preview.isError) return <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined) return <Waiting>{t('Looking what this layout makes of the history…')}</Waiting>;
  if (preview.data === null) return null;
  const decide = (folder: string, decision: Decision) => onChange(withDecision(layout, folder, decision));
  const folders = [wholeRepository(preview.data, layout), ...preview.data.folders];
  const { lines, lines_total } = preview.data;
  return (
    <Stack gap="xs" data-testid="layout-preview" aria-busy={preview.isPlaceholderData}>
      <OutsideLine preview={preview.data} />
      {dragged !== null && <DropTargets onDrop={(decision) => decide(dragged, decision)} />}
      <div className={classes.columns}>
        <Stack gap={4} miw={0}>
          <Title order={3}>{t('Folders')}</Title>
          <VirtualList
            label={t('Folders of the source')}
            items={folders}
            rowHeight={rowHeight}
            keyOf={({ folder }) => folder}
            empty={t('The source has no folders.')}
            mostRows={mostVisibleRows}
            testId="layout-folders"
          >
            {(folder) => (
              <FolderRow
                folder={folder}
                decision={decisionOf(layout, folder.folder)}
                onDecide={(decision) => decide(folder.folder, decision)}
                onDrag={setDragged}
              />
            )}
          </VirtualList>
        </Stack>
        <Stack gap={4} miw={0}>
          <Title order={3}>{t('Branches and tags ({lines_total, number})', { lines_total })}</Title>
          <VirtualList
            label={t('Branches and tags that this makes')}
            items={lines}
            rowHeight={rowHeight}
            keyOf={({ folder, kind }) => `${kind} ${folder}`}
            empty={t('No folder becomes a branch.')}
            mostRows={mostVisibleRows}
            testId="layout-lines"
          >
            {(line) => <LineRow line={line} />}
          </VirtualList>
        </Stack>
      </div>
    </Stack>
  );
}

function OutsideLine({ preview }: { preview: LayoutPreview }) {
  const { lost, excluded, outside } = preview;
  const where = outside.filter(({ is_excluded }) => !is_excluded).map(({ folder }) => `/${folder}`);
  const named = where.length > 4 ? `${where.slice(0, 4).join(', ')}, …` : where.join(', ');
  return (
    <Text role="status" fw={600} className={classes.outside} data-lost={lost > 0} data-testid="layout-outside">
      {lost === 0
        ? t('Outside: nothing.')
        : t('Outside: {revisions, plural, one {# revision} other {# revisions}}, in {named}.', {
            revisions: lost,
            named,
          })}
      {excluded > 0 &&
        ` ${t('Left out by choice: {revisions, plural, one {# revision} other {# revisions}}.', { revisions: excluded })}`}
    </Text>
  );
}

const becomesWords: Record<LayoutPreview['folders'][number]['becomes'], string> = {
  trunk: t('default branch'),
  branch: t('branch'),
  tag: t('tag'),
  holds: t('holds branches or tags'),
  inside: t('in a branch'),
  past: t('past of a branch'),
  left_out: t('left out'),
  outside: t('outside'),
  empty: t('no files'),
};

interface FolderRowProps {
  folder: LayoutPreview['folders'][number];
  decision: Decision;
  onDecide(decision: Decision): void;
  onDrag(folder: string | null): void;
}

function FolderRow({ folder, decision, onDecide, onDrag }: FolderRowProps) {
  const { folder: path, revisions, last, becomes, is_living, copied_from } = folder;
  const level = path === '' ? 0 : path.split('/').length;
  const name = path === '' ? t('Whole repository') : path.slice(path.lastIndexOf('/') + 1);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the choice in the row does by keyboard what dragging does
    <div
      className={classes.folder}
      data-becomes={becomes}
      data-folder={path}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', path);
        // What is dragged must not change while the drag begins.
        requestAnimationFrame(() => onDrag(path));
      }}
      onDragEnd={() => onDrag(null)}
    >
      <span className={classes.name} style={{ paddingInlineStart: level * 14 }}>
        <Truncated text={is_living ? name : t('{name} (deleted)', { name })} />
        {copied_from !== null && (
          <span className={classes.origin}>
            <IconArrowLeft size={12} role="img" aria-label={t('copied from')} />
            <Truncated text={`/${copied_from}`} />
          </span>
        )}
      </span>
      <Text component="span" size="xs" c="dimmed" className={classes.facts}>
        {t('{revisions, plural, one {# revision} other {# revisions}}, last r{last}', { revisions, last })}
        {` · ${becomesWords[becomes]}`}
      </Text>
      <NativeSelect
        size="xs"
        aria-label={t('What becomes of /{path}', { path })}
        value={decision}
        onChange={(event) => onDecide(event.currentTarget.value as Decision)}
        data={Object.entries(decisionWords).map(([value, label]) => ({ value, label }))}
      />
    </div>
  );
}

/** Where a folder that is dragged can be let go. */
function DropTargets({ onDrop }: { onDrop(decision: Decision): void }) {
  const [over, setOver] = useState<Decision | null>(null);
  return (
    <div className={classes.targets} aria-hidden data-testid="layout-drop-targets">
      {(Object.keys(decisionWords) as Decision[]).map((decision) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the choice in each row does by keyboard what dragging does
        <span
          key={decision}
          className={classes.target}
          data-decision={decision}
          data-over={over === decision}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(decision);
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => {
            event.preventDefault();
            onDrop(decision);
          }}
        >
          {decisionWords[decision]}
        </span>
      ))}
    </div>
  );
}

/** The entry above all folders. */
function wholeRepository(preview: LayoutPreview, layout: Layout): LayoutPreview['folders'][number] {
  const decision = decisionOf(layout, '');
  return {
    folder: '',
    revisions: preview.content_revisions,
    last: Math.max(0, ...preview.folders.map(({ last }) => last)),
    becomes: decision === 'trunk' ? 'trunk' : decision === 'branch' ? 'branch' : 'holds',
    is_living: true,
    copied_from: null,
  };
}

function LineRow({ line }: { line: LayoutPreview['lines'][number] }) {
  const { kind, name, folder, revisions, is_living } = line;
  const what = kind === 'tag' ? t('tag') : kind === 'trunk' ? t('default') : t('branch');
  return (
    <div className={classes.line} data-living={is_living}>
      <Truncated text={name} />
      <Text component="span" size="xs" c="dimmed" className={classes.facts}>
        {`${is_living ? what : t('{what}, deleted', { what })} · ${t('{revisions, plural, one {# revision} other {# revisions}}', { revisions })}`}
      </Text>
      <Text component="span" size="xs" c="dimmed" className={classes.from}>
        <Truncated text={`/${folder}`} />
      </Text>
    </div>
  );
}
