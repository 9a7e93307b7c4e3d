import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { FailedWork } from '../../api/request.ts';
import { CredentialsForm } from '../../components/credentials-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { HostKeyQuestion } from '../../components/host-key-question.tsx';
import { countText } from '../../components/number-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { usePreferences } from '../../stores/preferences.ts';
import { readSource } from './read-source.ts';
import classes from './source-finder.module.css';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useOpenOther } from './use-open-other.ts';
import { useSourceLook } from './use-source-look.ts';

interface SourceFinderProps {
  /** What stands in the field to begin with. */
  initial: string;
  submitLabel: string;
  autoFocus?: boolean;
  /** Called when something was found that a person asked for; the draft of the wizard holds it. */
  onFound(): void;
  /** In place of the field's own hint. */
  children?: ReactNode;
}

/** One field for whatever a source is: an address, a command, a folder, a bundle, a list, an archive. It says what it found. */
export function SourceFinder({ initial, submitLabel, autoFocus = false, onFound, children }: SourceFinderProps) {
  const [text, setText] = useState(initial);
  const [lines, setLines] = useState<string | null>(null);
  const recentAddresses = usePreferences((preferences) => preferences.recentAddresses);
  const namesFolders = useOwnsInstallation();
  const field = useRef<HTMLInputElement>(null);
  const look = useSourceLook(onFound);
  const other = useOpenOther();
  const read = readSource(lines ?? text);

  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  /** Goes on with what was given, whatever it is. */
  const take = (given: string, asked: boolean) => {
    const source = readSource(given);
    if (source.kind === 'nothing') return;
    if (source.kind !== 'address' && source.kind !== 'path') return other.open(source);
    setText(source.address);
    setLines(null);
    look.at(source, asked);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take(lines ?? text, true);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    const source = readSource(pasted);
    if (source.kind === 'list') {
      event.preventDefault();
      setText(`${countText(source.count, 'source')} pasted`);
      setLines(pasted);
      look.forget();
    } else if ((source.kind === 'address' || source.kind === 'path') && text === '') {
      event.preventDefault();
      take(pasted, false);
    }
  };
  const dragging = useDroppedFiles(namesFolders, (path) => take(path, false), other.complain);
  const chooseFolder = async () => {
    const folder = await window.gantry.chooseRepositoryFolder();
    if (folder !== null) take(folder, true);
  };
  const { answer, asksCredentials, busy } = look;
  return (
    <Stack gap="sm" className={classes.finder} data-dragging={dragging || undefined} data-testid="source-finder">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm" wrap="nowrap" className={classes.line}>
          <Autocomplete
            label="Address"
            description={children}
            placeholder={
              namesFolders
                ? 'https://svn.example.org/repos/project, or drop a folder here'
                : 'https://svn.example.org/repos/project'
            }
            value={text}
            onChange={(changed) => {
              setText(changed);
              setLines(null);
              look.forget();
              other.forget();
            }}
            onPaste={paste}
            data={recentAddresses.filter((recent) => recent !== text)}
            openOnFocus={false}
            maxDropdownHeight={220}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            flex={1}
            ref={field}
            spellCheck={false}
            data-testid="source-address"
          />
        </Group>
        <Group gap="sm" mt="sm">
          <Button type="submit" loading={(busy && !asksCredentials) || other.busy} disabled={read.kind === 'nothing'}>
            {read.kind === 'list' || read.kind === 'list_file'
              ? 'Look at the list'
              : read.kind === 'archive'
                ? 'Open the archive'
                : submitLabel}
          </Button>
          {busy ? (
            <Button variant="default" onClick={look.stop}>
              Stop
            </Button>
          ) : (
            namesFolders && (
              <Button
                variant="default"
                leftSection={<IconFolderOpen size={15} aria-hidden />}
                onClick={() => void chooseFolder()}
              >
                Choose a folder…
              </Button>
            )
          )}
          <Text c="dimmed" size="xs" role="status" className={classes.seems} data-testid="source-seems">
            {seemsText(read, busy)}
          </Text>
        </Group>
      </form>
      {(look.error ?? other.error) !== null && <ErrorNotice error={look.error ?? other.error} />}
      {asksCredentials && (
        <CredentialsForm
          message={answer?.message ?? 'This repository asks for a user name and a password.'}
          failure={answer?.failure}
          initial={{ username: look.username }}
          tokenOrWindows={answer?.vcs === 'tfvc'}
          submitLabel="Continue with these"
          busy={busy}
          onSubmit={look.withCredentials}
        />
      )}
      {busy && <Waiting>Looking at {text}…</Waiting>}
      {answer?.unknown_host && <HostKeyQuestion host={answer.unknown_host} busy={busy} onAccepted={look.again} />}
      {look.found !== null && !busy && (
        <Group gap="sm" className={classes.found} data-testid="source-found">
          <Text fw={600} role="status">
            {foundText(look.found)}
          </Text>
          <Button onClick={onFound}>Continue</Button>
        </Group>
      )}
      {look.failed && !busy && (
        <ErrorNotice
          error={new FailedWork(answer?.message ?? 'No repository was found at this address.', answer?.failure)}
        >
          <Text c="dimmed">Correct the address above, or try again when the server answers.</Text>
        </ErrorNotice>
      )}
    </Stack>
  );
}

function seemsText(read: ReturnType<typeof readSource>, busy: boolean): string {
  if (busy) return '';
  switch (read.kind) {
    case 'nothing':
      return '';
    case 'address':
    case 'path':
      return read.words;
    case 'list':
      return `A list of ${countText(read.count, 'source')}`;
    case 'list_file':
      return 'A list on this machine';
    case 'archive':
      return 'A migration archive on this machine';
  }
}

/** What lies at an address, in a line. */
function foundText({ vcs, revision_count, branches, tags, project_choices }: Detection): string {
  const name =
    vcs === null
      ? 'A repository'
      : ({ subversion: 'Subversion', git: 'Git', mercurial: 'Mercurial', tfvc: 'Team Foundation' } as const)[vcs];
  return [
    `${name} was found`,
    ...(project_choices.length > 1 ? [countText(project_choices.length, 'project')] : []),
    ...(revision_count === null ? [] : [countText(revision_count, vcs === 'subversion' ? 'revision' : 'commit')]),
    ...(branches.length > 0 ? [countText(branches.length, 'branch', 'branches')] : []),
    ...(tags.length > 0 ? [countText(tags.length, 'tag')] : []),
  ].join(' · ');
}
