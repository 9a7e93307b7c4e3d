/** A data folder that an older Gantry has left: the first start of the day changes its schema. */
import { hashPassword } from '../../service/accounts/passwords.ts';
import { migrations } from '../../service/store/migrations/index.ts';
import { openStore } from '../../service/store/open.ts';
import type { Random } from '../../service/testing/random.ts';
import { OWNER, PASSWORD_COST } from '../engine/owner.ts';
import type { Told } from './told.ts';

/** @returns the version of the schema */
export async function leaveOlderDatabase(data: string, told: Told, random: Random): Promise<number> {
  const version = 1 + Math.floor(random() * (migrations.length - 1));
  const store = openStore(data, () => undefined, { steps: migrations.slice(0, version) });
  store
    .sql(
      `INSERT INTO accounts (type, login, email, password_hash, site_admin, created_at, updated_at)
       VALUES ('User', @login, NULL, @hash, 1, @now, @now)`,
    )
    .run({
      login: OWNER.login,
      hash: await hashPassword(OWNER.password, PASSWORD_COST),
      now: '2026-01-01T00:00:00Z',
    });
  store.close();
  told.tell(`account ${OWNER.login}`, true);
  return version;
}
