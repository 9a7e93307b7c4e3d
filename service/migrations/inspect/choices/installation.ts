/** Accounts and repositories of the installation, read on a worker thread beside the engine. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ChoiceRow } from '../../../store/inspections.ts';
import type { Installation } from './names.ts';

export interface InstallationWithChoices {
  here: Installation;
  chosen: ChoiceRow[];
}

export function readInstallation(dataFolder: string, inspectionId: number): InstallationWithChoices {
  const db = new Database(join(dataFolder, 'gantry.sqlite'), { readonly: true, fileMustExist: true });
  try {
    const accounts = db
      .prepare<[], { login: string; type: 'User' | 'Organization' }>('SELECT login, type FROM accounts')
      .all();
    const repositories = db
      .prepare<[], { full_name: string }>(
        "SELECT a.login || '/' || r.name AS full_name FROM repositories r JOIN accounts a ON a.id = r.owner_id",
      )
      .all();
    const chosen = db
      .prepare<[number], ChoiceRow>(
        'SELECT model_name, source, action, target FROM inspection_choices WHERE inspection_id = ?',
      )
      .all(inspectionId);
    return {
      here: {
        repositoriesFolder: join(dataFolder, 'repositories'),
        accounts: new Map(accounts.map((account) => [account.login.toLowerCase(), account])),
        repositories: new Map(repositories.map(({ full_name }) => [full_name.toLowerCase(), full_name])),
      },
      chosen,
    };
  } finally {
    db.close();
  }
}
