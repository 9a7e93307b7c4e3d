import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { FailedWork } from '../../api/request.ts';
import { CredentialsForm } from '../../components/credentials-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { HostKeyQuestion } from '../../components/host-key-question.tsx';
import { revisionsText } from '../../components/import-words.ts';
import { namesText } from '../../components/name-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { AddressField } from './address-field.tsx';
import { ListedRepositories } from './listed-repositories.tsx';
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

const EXAMPLE = 'https://svn.example.org/repos/project';

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
    if (source.kind === 'list' && source.alone.length > 0) return complainOf(source.alone);
    if (source.kind !== 'address' && source.kind !== 'path') return other.open(source);
    setText(source.address);
    setLines(null);
    other.forget();
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
      setText(t('{sources, plural, one {# source} other {# sources}} pasted', { sources: source.count }));
      setLines(pasted);
      look.forget();
      if (source.alone.length > 0) complainOf(source.alone);
    } else if ((source.kind === 'address' || source.kind === 'path') && text === '') {
      event.preventDefault();
      take(pasted, false);
    }
  };
  const complainOf = (alone: readonly string[]) => {
    const names = namesText(alone.map((path) => path.replace(/^.*[\\/]/, '')));
    other.complain(
      new Error(
        t(
          '{names}: archives and tables are opened one at a time. Give such a file alone, or addresses, folders and bundles without it.',
          { names },
        ),
      ),
    );
  };
  const dragging = useDroppedFiles(namesFolders, (paths) => take(paths.join('\n'), false), other.complain);
  const chooseFolder = async () => {
    const folder = await window.gantry.chooseRepositoryFolder();
    if (folder !== null) take(folder, true);
  };
  const { answer, asksCredentials, busy } = look;
  return (
    <Stack gap="sm" className={classes.finder} data-dragging={dragging || undefined} data-testid="source-finder">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm" wrap="nowrap" className={classes.line}>
          <AddressField
            ref={field}
            description={children}
            placeholder={namesFolders ? t('{example}, or drop a folder here', { example: EXAMPLE }) : EXAMPLE}
            value={text}
            recent={recentAddresses}
            onChange={(changed) => {
              setText(changed);
              setLines(null);
              look.forget();
              other.forget();
            }}
            onPaste={paste}
          />
        </Group>
        <Group gap="sm" mt="sm">
          <Button type="submit" loading={(busy && !asksCredentials) || other.busy} disabled={read.kind === 'nothing'}>
            {read.kind === 'list' || read.kind === 'list_file'
              ? t('Look at the list')
              : read.kind === 'archive'
                ? t('Open the archive')
                : submitLabel}
          </Button>
          {busy ? (
            <Button variant="default" onClick={look.stop}>
              {t('Stop')}
            </Button>
          ) : (
            namesFolders && (
              <Button
                variant="default"
                leftSection={<IconFolderOpen size={15} aria-hidden />}
                onClick={() => void chooseFolder()}
              >
                {t('Choose a folder…')}
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
          message={answer?.message ?? t('This repository asks for a user name and a password.')}
          failure={answer?.failure}
          initial={{ username: look.username }}
          tokenOrWindows={answer?.vcs === 'tfvc'}
          submitLabel={t('Continue with these')}
          busy={busy}
          onSubmit={look.withCredentials}
        />
      )}
      {busy && <Waiting>{t('Looking at {text}…', { text })}</Waiting>}
      {answer?.unknown_host && <HostKeyQuestion host={answer.unknown_host} busy={busy} onAccepted={look.again} />}
      {look.found !== null && !busy && (
        <Group gap="sm" className={classes.found} data-testid="source-found">
          <Text fw={600} role="status">
            {foundText(look.found)}
          </Text>
          <Button onClick={onFound}>{t('Continue')}</Button>
        </Group>
      )}
      {look.failed && !busy && (
        <ErrorNotice
          error={
            new FailedWork(
              answer?.message ?? t('No repository was found at this address. Check it, and what the server needs.'),
              answer?.failure,
            )
          }
        >
          {answer !== null && answer.repositories.length > 0 && (
            <ListedRepositories
              answer={answer}
              login={{ username: look.username, password: look.password }}
              busy={other.busy}
              onOne={(address) => take(address, true)}
              onList={other.open}
            />
          )}
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
      return t('A list of {sources, plural, one {# source} other {# sources}}', { sources: read.count });
    case 'list_file':
      return t('A list on this machine');
    case 'archive':
      return t('A migration archive on this machine');
  }
}

/** What lies at an address, in a line. */
function foundText({ vcs, revision_count, branches, tags, project_choices }: Detection): string {
  const name =
    vcs === null
      ? t('A repository')
      : ({ subversion: 'Subversion', git: 'Git', mercurial: 'Mercurial', tfvc: 'Team Foundation' } as const)[vcs];
  return [
    t('{name} was found', { name }),
    ...(project_choices.length > 1
      ? [t('{projects, plural, one {# project} other {# projects}}', { projects: project_choices.length })]
      : []),
    ...(revision_count === null ? [] : [revisionsText(revision_count, vcs === 'subversion' ? 'subversion' : 'git')]),
    ...(branches.length > 0
      ? [t('{branches, plural, one {# branch} other {# branches}}', { branches: branches.length })]
      : []),
    ...(tags.length > 0 ? [t('{tags, plural, one {# tag} other {# tags}}', { tags: tags.length })] : []),
  ].join(' · ');
}
