import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Layout } from '../../../service/api/imports/import-schemas.ts';
import type { ToldVerdict } from '../../../service/vocabulary/verdict.ts';
import { useUpdateImport } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import classes from './outside-section.module.css';

type Outside = ToldVerdict['complete']['outside'][number];
type Decision = 'trunk' | 'branch' | 'left out';

const words: Record<Decision, string> = {
  trunk: t('Make it the default branch'),
  branch: t('Take in as a branch'),
  'left out': t('Leave out'),
};

interface OutsideSectionProps {
  owner: string;
  repo: string;
  complete: ToldVerdict['complete'];
  layout: Layout;
  /** Name of the repository's default branch. */
  defaultBranch: string | null;
}

/** Folders whose content is in no branch, and what is to become of them. */
export function OutsideSection({ owner, repo, complete, layout, defaultBranch }: OutsideSectionProps) {
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const update = useUpdateImport(owner, repo);
  const lost = complete.outside.filter(({ is_excluded }) => !is_excluded);
  const excluded = complete.outside.filter(({ is_excluded }) => is_excluded);
  if (lost.length === 0 && excluded.length === 0) return null;
  // What the layout calls trunk is not there: one of these folders may be meant.
  const needsTrunk = defaultBranch !== layout.default_branch;
  const decide = (folders: readonly Outside[], decision: Decision) => {
    // There is one trunk.
    const others = [...decisions].filter(([, before]) => decision !== 'trunk' || before !== 'trunk');
    setDecisions(new Map([...others, ...folders.map(({ folder }) => [folder, decision] as const)]));
  };
  return (
    <Stack gap="xs" data-testid="outside">
      {lost.length > 0 && (
        <>
          <Title order={3}>
            {t('{revisions, plural, one {# revision} other {# revisions}} outside of every branch', {
              revisions: complete.lost,
            })}
          </Title>
          <Text c="dimmed">
            {t(
              'What these folders hold is fetched, but not in the repository. Take each in as a branch, or leave it out on purpose; then everything is mapped again, in seconds.',
            )}
          </Text>
          <ul className={classes.list}>
            {lost.map((outside) => (
              <OutsideRow
                key={outside.folder}
                outside={outside}
                decision={decisions.get(outside.folder)}
                choices={needsTrunk ? ['trunk', 'branch', 'left out'] : ['branch', 'left out']}
                onDecide={(decision) => decide([outside], decision)}
              />
            ))}
          </ul>
          {update.isError && <ErrorNotice error={update.error} />}
          <Group gap="sm">
            {lost.length > 1 && (
              <>
                <Button variant="default" onClick={() => decide(lost, 'branch')}>
                  {t('All as branches')}
                </Button>
                <Button variant="default" onClick={() => decide(lost, 'left out')}>
                  {t('Leave all out')}
                </Button>
              </>
            )}
            <Button
              disabled={decisions.size === 0}
              loading={update.isPending}
              onClick={() => update.mutate({ layout: withDecisions(layout, decisions) })}
              data-testid="apply-outside"
            >
              {t('Apply and map again')}
            </Button>
          </Group>
        </>
      )}
      {excluded.length > 0 && (
        <details>
          <summary>
            {t('{revisions, plural, one {# revision} other {# revisions}} left out by choice', {
              revisions: complete.excluded,
            })}
          </summary>
          <ul className={classes.list}>
            {excluded.map((outside) => (
              <OutsideRow key={outside.folder} outside={outside} choices={[]} />
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

interface OutsideRowProps {
  outside: Outside;
  decision?: Decision | undefined;
  choices: readonly Decision[];
  onDecide?(decision: Decision): void;
}

function OutsideRow({ outside, decision, choices, onDecide }: OutsideRowProps) {
  const { folder, revisions, first, last } = outside;
  const name = folder === '' ? t('Files beside all folders') : `/${folder}`;
  const span = first === last ? `r${first}` : t('r{first} to r{last}', { first, last });
  return (
    <li className={classes.row} data-folder={folder}>
      <span className={classes.name}>
        <Truncated text={name} />
      </span>
      <Text component="span" size="sm" c="dimmed" className={classes.count}>
        {`${t('{revisions, plural, one {# revision} other {# revisions}}', { revisions })}, ${span}`}
      </Text>
      {onDecide !== undefined && (
        <Group gap={6} wrap="nowrap">
          {choices.map((choice) => (
            <Button
              key={choice}
              size="compact-sm"
              variant={decision === choice ? 'filled' : 'default'}
              aria-pressed={decision === choice}
              aria-label={`${words[choice]}: ${name}`}
              onClick={() => onDecide(choice)}
            >
              {words[choice]}
            </Button>
          ))}
        </Group>
      )}
    </li>
  );
}

/** The layout with what was decided. Paths of a layout are relative to its root. */
function withDecisions(layout: Layout, decisions: ReadonlyMap<string, Decision>): Layout {
  const chosen = (wanted: Decision) =>
    [...decisions].filter(([, decision]) => decision === wanted).map(([folder]) => folder);
  const isOutsideRoot = [...decisions.keys()].some(
    (folder) => layout.root !== '' && folder !== layout.root && !folder.startsWith(`${layout.root}/`),
  );
  const base = isOutsideRoot ? fromTheTop(layout) : layout;
  const relative = (folder: string) =>
    base.root === '' ? folder : folder === base.root ? '' : folder.slice(base.root.length + 1);
  const [trunk] = chosen('trunk').map(relative);
  return {
    ...base,
    ...(trunk === undefined ? {} : { trunk }),
    branches: [...new Set([...base.branches, ...chosen('branch').map(relative)])],
    left_out: [...new Set([...base.left_out, ...chosen('left out').map(relative)])],
  };
}

/** The same layout seen from the repository's root. */
function fromTheTop(layout: Layout): Layout {
  const below = (path: string) => (path === '' ? layout.root : `${layout.root}/${path}`);
  return {
    ...layout,
    root: '',
    trunk: layout.trunk === null ? null : below(layout.trunk),
    branches: layout.branches.map(below),
    tags: layout.tags.map(below),
    left_out: layout.left_out.map(below),
  };
}
