import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useOwnsInstallation } from '../api/repositories.ts';
import { useRepositorySummaries } from '../api/repository-summaries.ts';
import { Truncated } from '../components/truncated.tsx';
import { useActivity } from '../stores/activity.ts';
import { useDesk } from '../stores/desk.ts';
import classes from './command-palette.module.css';
import { type Command, fitting } from './commands.ts';
import { openHelpHere } from './guide-places.ts';

/** Places, actions and repositories in one list, opened with Ctrl+K from anywhere. */
export function CommandPalette() {
  const { palette, closePalette } = useDesk();
  return (
    <Modal.Root opened={palette} onClose={closePalette} size={620} yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Commands">{palette && <Palette onDone={closePalette} />}</Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onDone }: { onDone(): void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const active = useRef<HTMLDivElement>(null);
  const commands = useCommands();
  const shown = useMemo(() => fitting(commands, typed), [commands, typed]);
  const current = Math.min(at, shown.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is to be seen.
  useEffect(() => active.current?.scrollIntoView({ block: 'nearest' }), [current]);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onDone();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(current + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0));
    else if (event.key === 'Enter') run(shown[current]);
    else return;
    event.preventDefault();
  };
  return (
    <div data-testid="palette">
      <TextInput
        role="combobox"
        aria-label="Command, place or repository"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={shown.length > 0 ? `${list}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder="Go to, do, or find a repository"
        leftSection={<IconSearch size={16} aria-hidden />}
        size="md"
        variant="unstyled"
        className={classes.field ?? ''}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
        data-autofocus
        spellCheck={false}
      />
      <div role="listbox" id={list} aria-label="Commands" className={classes.list}>
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={command.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            ref={index === current ? active : null}
            className={classes.option}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <Text component="span" size="xs" c="dimmed" className={classes.kind}>
              {command.kind}
            </Text>
            <Truncated text={command.title} className={classes.title} />
            {command.shortcut !== undefined && <kbd className={classes.keys}>{command.shortcut}</kbd>}
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <Text c="dimmed" p="sm" role="status">
          Nothing is called that.
        </Text>
      )}
    </div>
  );
}

function useCommands(): Command[] {
  const router = useRouter();
  const owns = useOwnsInstallation();
  const repositories = useRepositorySummaries().data;
  return useMemo(() => {
    const go = (title: string, to: string, shortcut?: string): Command => ({
      ...{ key: `go ${to}`, title, kind: 'Go to', run: () => void router.navigate({ to }) },
      ...(shortcut === undefined ? {} : { shortcut }),
    });
    const perform = (title: string, run: () => void, shortcut?: string): Command => ({
      ...{ key: `do ${title}`, title, kind: 'Do', run },
      ...(shortcut === undefined ? {} : { shortcut }),
    });
    return [
      go('Home', '/', 'Ctrl+1'),
      perform('New import', () => void router.navigate({ to: '/imports/new' }), 'Ctrl+N'),
      perform('Import several', () => void router.navigate({ to: '/imports-lists/new' })),
      perform('New migration', () => void router.navigate({ to: '/migrations/new' }), 'Ctrl+Shift+N'),
      perform('Show activity', () => useActivity.getState().open()),
      go('Imports', '/imports', 'Ctrl+2'),
      go('Migrations', '/migrations', 'Ctrl+3'),
      ...(owns ? [go('Archives', '/archives', 'Ctrl+4')] : []),
      go('People book', '/people-book', 'Ctrl+8'),
      go('Tokens', '/tokens', 'Ctrl+5'),
      go('Applications', '/applications', 'Ctrl+6'),
      go('Rate limit', '/rate-limit', 'Ctrl+7'),
      go('Settings', '/settings', 'Ctrl+,'),
      go('Help: the whole guide', '/help'),
      go('About Gantry', '/about'),
      perform('Lock', () => void window.gantry.lock(), 'Ctrl+L'),
      perform('Back', () => router.history.back(), 'Alt+Left'),
      {
        ...{ key: 'help', title: 'Help for this screen', kind: 'Help', shortcut: 'F1' },
        run: () => openHelpHere(router.state.location.pathname),
      },
      ...(repositories ?? []).map(
        ({ full_name, owner, name }): Command => ({
          ...{ key: `repository ${full_name}`, title: full_name, kind: 'Repository' },
          run: () => void router.navigate({ to: '/repositories/$owner/$repo', params: { owner, repo: name } }),
        }),
      ),
    ];
  }, [router, owns, repositories]);
}
