import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useOwnsInstallation } from '../api/repositories.ts';
import { useRepositorySummaries } from '../api/repository-summaries.ts';
import { useTopmostClose } from '../components/topmost.ts';
import { Truncated } from '../components/truncated.tsx';
import { t } from '../language/text.ts';
import { useActivity } from '../stores/activity.ts';
import { useDesk } from '../stores/desk.ts';
import classes from './command-palette.module.css';
import { type Command, fitting } from './commands.ts';
import { openHelpHere } from './guide-places.ts';

/** Above dialogs, which it can be opened over; below Help. */
const ABOVE_DIALOGS = 320;

/** Places, actions and repositories in one list, opened with Ctrl+K from anywhere. */
export function CommandPalette() {
  const { palette, closePalette } = useDesk();
  const close = useTopmostClose(palette, closePalette);
  return (
    // At once, and with the keys: what is typed behind Ctrl+K is not for the screen below.
    <Modal.Root
      opened={palette}
      onClose={close}
      size={620}
      zIndex={ABOVE_DIALOGS}
      yOffset="12vh"
      centered={false}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('Commands')}>{palette && <Palette onDone={closePalette} />}</Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onDone }: { onDone(): void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const active = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const commands = useCommands();
  const { shown, more } = useMemo(() => fitting(commands, typed), [commands, typed]);
  const current = Math.min(at, shown.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is to be seen.
  useEffect(() => active.current?.scrollIntoView({ block: 'nearest' }), [current]);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
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
        ref={field}
        role="combobox"
        aria-label={t('Command, place or repository')}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={shown.length > 0 ? `${list}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder={t('Go to, do, or find a repository')}
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
      <div role="listbox" id={list} aria-label={t('Commands')} className={classes.list}>
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
      {(shown.length === 0 || more > 0) && (
        <Text c="dimmed" p="sm" size={more > 0 ? 'xs' : 'sm'} role="status">
          {more > 0
            ? t('{more, plural, one {# more fits.} other {# more fit.}} Type more of a name to find it.', { more })
            : t('Nothing is called that.')}
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
      ...{ key: `go ${to}`, title, kind: t('Go to'), run: () => void router.navigate({ to }) },
      ...(shortcut === undefined ? {} : { shortcut }),
    });
    const perform = (title: string, run: () => void, shortcut?: string): Command => ({
      ...{ key: `do ${title}`, title, kind: t('Do'), run },
      ...(shortcut === undefined ? {} : { shortcut }),
    });
    return [
      go(t('Home'), '/', t('Ctrl+{key}', { key: '1' })),
      perform(t('New import'), () => void router.navigate({ to: '/imports/new' }), t('Ctrl+{key}', { key: 'N' })),
      perform(t('Import several'), () => void router.navigate({ to: '/imports-lists/new' })),
      perform(
        t('New migration'),
        () => void router.navigate({ to: '/migrations/new' }),
        t('Ctrl+Shift+{key}', { key: 'N' }),
      ),
      perform(t('Show activity'), () => useActivity.getState().open()),
      go(t('Imports'), '/imports', t('Ctrl+{key}', { key: '2' })),
      go(t('Migrations'), '/migrations', t('Ctrl+{key}', { key: '3' })),
      ...(owns ? [go(t('Archives'), '/archives', t('Ctrl+{key}', { key: '4' }))] : []),
      go(t('People book'), '/people-book', t('Ctrl+{key}', { key: '8' })),
      go(t('Tokens'), '/tokens', t('Ctrl+{key}', { key: '5' })),
      go(t('Applications'), '/applications', t('Ctrl+{key}', { key: '6' })),
      go(t('Rate limit'), '/rate-limit', t('Ctrl+{key}', { key: '7' })),
      go(t('Settings'), '/settings', t('Ctrl+{key}', { key: ',' })),
      go(t('Help: the whole guide'), '/help'),
      go(t('About Gantry'), '/about'),
      perform(t('Lock'), () => void window.gantry.lock(), t('Ctrl+{key}', { key: 'L' })),
      perform(t('Back'), () => router.history.back(), t('Alt+Left')),
      {
        ...{ key: 'help', title: t('Help for this screen'), kind: t('Help'), shortcut: 'F1' },
        run: () => openHelpHere(router.state.location.pathname),
      },
      ...(repositories ?? []).map(
        ({ full_name, owner, name }): Command => ({
          ...{ key: `repository ${full_name}`, title: full_name, kind: t('Repository') },
          run: () => void router.navigate({ to: '/repositories/$owner/$repo', params: { owner, repo: name } }),
        }),
      ),
    ];
  }, [router, owns, repositories]);
}
