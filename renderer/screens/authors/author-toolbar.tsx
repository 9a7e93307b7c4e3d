import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import type { BulkEdit } from './identity-rules.ts';

interface AuthorToolbarProps {
  search: string;
  onSearch(search: string): void;
  selected: number;
  busy: boolean;
  onBulkEdit(edit: BulkEdit): void;
  onAskDomain(): void;
  onClearSelection(): void;
  onApplyAllSuggestions(): void;
  onLoadMap(): void;
  onSaveMap(): void;
}

/** Search; beside it the author map as a file, or, while authors are selected, what can be done with them. */
export function AuthorToolbar(props: AuthorToolbarProps) {
  return (
    <Group gap="sm" justify="space-between">
      <Group gap="sm">
        <TextInput
          aria-label={t('Search authors')}
          placeholder={t('Search authors')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={props.search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
          w={200}
        />
        <Text c="dimmed" aria-live="polite">
          {props.selected === 0
            ? ''
            : t('{authors, plural, one {# author} other {# authors}} selected', { authors: props.selected })}
        </Text>
      </Group>
      {props.selected === 0 ? <MapActions {...props} /> : <SelectionActions {...props} />}
    </Group>
  );
}

function MapActions(props: AuthorToolbarProps) {
  return (
    <Group gap="sm">
      <Button variant="default" onClick={props.onApplyAllSuggestions} loading={props.busy}>
        {t('Use the people book')}
      </Button>
      <Button variant="default" onClick={props.onLoadMap}>
        {t('Load map…')}
      </Button>
      <Button variant="default" onClick={props.onSaveMap}>
        {t('Save map…')}
      </Button>
    </Group>
  );
}

function SelectionActions(props: AuthorToolbarProps) {
  return (
    <Group gap="sm" data-testid="selection-actions">
      <Button variant="default" onClick={props.onAskDomain} disabled={props.busy}>
        {t('Set e-mail domain…')}
      </Button>
      <Button variant="default" onClick={() => props.onBulkEdit({ kind: 'suggestions' })} disabled={props.busy}>
        {t('Use the people book')}
      </Button>
      <Button variant="default" onClick={() => props.onBulkEdit({ kind: 'accept' })} loading={props.busy}>
        {t('Keep as they are')}
      </Button>
      <Button variant="subtle" onClick={props.onClearSelection}>
        {t('Clear')}
      </Button>
    </Group>
  );
}
