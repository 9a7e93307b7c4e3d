import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { countText } from '../../components/import-words.ts';
import type { BulkEdit } from './identity-rules.ts';

interface AuthorToolbarProps {
  search: string;
  onSearch(search: string): void;
  selected: number;
  busy: boolean;
  onBulkEdit(edit: BulkEdit): void;
  onAskDomain(): void;
  onApplyAllSuggestions(): void;
  onLoadMap(): void;
  onSaveMap(): void;
}

/** Search, edits of what is selected, and the author map as a file. */
export function AuthorToolbar(props: AuthorToolbarProps) {
  const none = props.selected === 0;
  return (
    <Group gap="sm" justify="space-between">
      <Group gap="sm">
        <TextInput
          aria-label="Search authors"
          placeholder="Search authors"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={props.search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
          w={200}
        />
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              disabled={none}
              loading={props.busy}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Edit selected
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={props.onAskDomain}>Set e-mail domain…</Menu.Item>
            <Menu.Item onClick={() => props.onBulkEdit({ kind: 'suggestions' })}>Use remembered mappings</Menu.Item>
            <Menu.Item onClick={() => props.onBulkEdit({ kind: 'accept' })}>Keep as they are</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Text c="dimmed" aria-live="polite">
          {none ? '' : `${countText(props.selected, 'author')} selected`}
        </Text>
      </Group>
      <Group gap="sm">
        <Button variant="default" onClick={props.onApplyAllSuggestions} disabled={props.busy}>
          Use remembered mappings
        </Button>
        <Button variant="default" onClick={props.onLoadMap}>
          Load map…
        </Button>
        <Button variant="default" onClick={props.onSaveMap}>
          Save map…
        </Button>
      </Group>
    </Group>
  );
}
