/** The one transaction that makes a restore real: accounts, memberships, repositories, and the plan of the moves. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ImportFailure } from '../../imports/source.ts';
import type { AccountTable } from '../../store/accounts.ts';
import type { Store } from '../../store/open.ts';
import type { RepositoryTable } from '../../store/repositories.ts';
import type { RestoreTable } from '../../store/restores.ts';
import type { RestoreResult } from './restore-job.ts';

interface Tables {
  accounts: AccountTable;
  repositories: RepositoryTable;
  restores: RestoreTable;
}

/** @throws ImportFailure (a sentence) when something of a wanted name was made meanwhile; then nothing is changed */
export function adopt(dataFolder: string, store: Store, tables: Tables, id: number, result: RestoreResult): void {
  const { plan, summary } = result;
  for (const { to } of plan.moves) {
    if (existsSync(join(dataFolder, to))) throw taken(`The folder ${join(dataFolder, to)}`);
  }
  try {
    store.transaction(() => {
      tables.accounts.adopt(plan.accounts, plan.memberships);
      const adopted = tables.repositories.adopt(plan.repositories);
      // An owner that was removed meanwhile would leave its repositories out.
      if (adopted !== plan.repositories.length)
        throw taken('The owner of a repository is not there any more, or something');
      tables.restores.publish(id, JSON.stringify(plan), JSON.stringify(summary));
    });
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? '');
    if (!code.startsWith('SQLITE_CONSTRAINT')) throw error;
    throw taken('An account or a repository');
  }
}

function taken(what: string): ImportFailure {
  return new ImportFailure(
    'internal',
    `${what} of the same name was made while the archive was restored. Look at the choices and start the restore again.`,
  );
}
