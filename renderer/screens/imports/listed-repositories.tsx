import { Button, Group } from '@mantine/core';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import { t } from '../../language/text.ts';
import { listOfRepositories } from './list-of-repositories.ts';
import type { ReadSource } from './read-source.ts';

interface ListedRepositoriesProps {
  answer: Pick<Detection, 'vcs_url' | 'repositories'>;
  /** What was given for the address; '' for nothing. */
  login: { username: string; password: string };
  busy: boolean;
  onOne(address: string): void;
  onList(list: Extract<ReadSource, { kind: 'list' }>): void;
}

/** What can be done with the repositories that lie at an address which is none itself. */
export function ListedRepositories({ answer, login, busy, onOne, onList }: ListedRepositoriesProps) {
  const { repositories } = answer;
  const [only] = repositories;
  if (only !== undefined && repositories.length === 1) {
    return (
      <Group>
        <Button variant="default" onClick={() => onOne(only.vcs_url)}>
          {t('Look at that one')}
        </Button>
      </Group>
    );
  }
  return (
    <Group>
      <Button variant="default" loading={busy} onClick={() => onList(listOfRepositories(answer, login))}>
        {t('Make a list of these {repositories, number}', { repositories: repositories.length })}
      </Button>
    </Group>
  );
}
