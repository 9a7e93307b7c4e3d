import { SimpleGrid, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import type { Layout } from '../../service/api/imports/import-schemas.ts';
import { t } from '../language/text.ts';

interface LayoutEditorProps {
  /** Kind of the source. */
  vcs: string | null;
  layout: Layout;
  onChange(layout: Layout): void;
}

/** How folders become branches and tags. */
export function LayoutEditor({ vcs, layout, onChange }: LayoutEditorProps) {
  // A Team Foundation import is one project, and has no such properties.
  const foundation = vcs === 'tfvc';
  const change = (values: Partial<Layout>) => onChange({ ...layout, ...values });
  const wholeRepository = layout.trunk === '' && layout.branches.length === 0 && layout.tags.length === 0;
  return (
    <Stack gap="sm" data-testid="layout-editor">
      <SimpleGrid cols={{ base: 1, sm: foundation ? 2 : 3 }} spacing="md">
        {!foundation && (
          <TextInput
            label={t('Project folder')}
            description={t('Empty for the whole repository')}
            value={layout.root}
            onChange={(event) => change({ root: withoutSlashes(event.currentTarget.value) })}
          />
        )}
        <TextInput
          label={t('Folder of the default branch')}
          description={t('Usually {folder}; empty for the project folder itself', {
            folder: foundation ? 'Main' : 'trunk',
          })}
          value={layout.trunk ?? ''}
          onChange={(event) => change({ trunk: withoutSlashes(event.currentTarget.value) })}
        />
        <TextInput
          label={t('Name of the default branch')}
          description={t('In Git')}
          value={layout.default_branch}
          onChange={(event) => change({ default_branch: event.currentTarget.value.trim() })}
          error={layout.default_branch === '' ? t('A branch needs a name.') : undefined}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TagsInput
          label={t('Branch folders')}
          description={t('Patterns; * is one folder. Enter adds one')}
          value={layout.branches}
          onChange={(branches) => change({ branches: branches.map(withoutSlashes) })}
          placeholder={layout.branches.length === 0 ? t('No branches') : ''}
        />
        <TagsInput
          label={t('Tag folders')}
          description={foundation ? t('Labels become tags without it') : t('Patterns; * is one folder. Enter adds one')}
          value={layout.tags}
          onChange={(tags) => change({ tags: tags.map(withoutSlashes) })}
          placeholder={layout.tags.length === 0 ? t('No tags') : ''}
        />
      </SimpleGrid>
      {!foundation && (
        <TagsInput
          label={t('Left out on purpose')}
          description={t('Folders that do not come, in branches as well. Enter adds one')}
          value={layout.left_out}
          onChange={(folders) => change({ left_out: folders.map(withoutSlashes) })}
          placeholder={layout.left_out.length === 0 ? t('Nothing') : ''}
        />
      )}
      {!foundation && (
        <Switch
          label={t('Write svn:ignore properties as .gitignore files')}
          checked={layout.gitignore}
          onChange={(event) => change({ gitignore: event.currentTarget.checked })}
        />
      )}
      {wholeRepository && (
        <Text c="dimmed">
          {t('The whole folder becomes one branch, {default_branch}.', {
            default_branch: layout.default_branch || 'main',
          })}
        </Text>
      )}
    </Stack>
  );
}

/** A layout for a project whose folders nobody looked at yet. */
export function standardLayout(root: string): Layout {
  return {
    root,
    trunk: 'trunk',
    branches: ['branches/*'],
    tags: ['tags/*'],
    left_out: [],
    default_branch: 'main',
    gitignore: true,
  };
}

/** A layout that turns a folder into one branch. */
export function singleBranchLayout(root: string): Layout {
  return { root, trunk: '', branches: [], tags: [], left_out: [], default_branch: 'main', gitignore: true };
}

function withoutSlashes(path: string): string {
  return path
    .trim()
    .replace(/^\/+/, '')
    .replace(/\/{2,}$/, '/');
}
