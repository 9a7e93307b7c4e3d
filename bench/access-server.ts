/**
 * An engine with many tokens behind its loopback server, for `access.ts`:
 * `node bench/access-server.ts <folder> <tokens of the first account> <accounts>`.
 * Prints one JSON line `{"base_url", "client_id", "client_secret"}`; ends on SIGTERM.
 */
import { Applications } from '../service/accounts/applications.ts';
import { hashPassword } from '../service/accounts/passwords.ts';
import { Tokens } from '../service/accounts/tokens.ts';
import { createService } from '../service/index.ts';
import { startServer } from '../service/loopback/server.ts';
import { AccountTable } from '../service/store/accounts.ts';
import { openStore } from '../service/store/open.ts';
import { BENCH_PASSWORD } from './access-password.ts';

const [folder = '', tokens = '0', accounts = '1'] = process.argv.slice(2);
/** Tokens of every account but the first. */
const TOKENS_OF_OTHERS = 10;

async function seed(): Promise<{ client_id: string; client_secret: string }> {
  const store = openStore(folder, () => undefined);
  const table = new AccountTable(store);
  const applications = new Applications(store);
  const room = new Tokens(store, applications);
  const password_hash = await hashPassword(BENCH_PASSWORD);
  const made = store.transaction(() => {
    const people = Array.from({ length: Number(accounts) }, (_, n) =>
      table.insert({
        type: 'User',
        login: `u${n}`,
        name: null,
        email: null,
        password_hash,
        site_admin: n === 0 ? 1 : 0,
      }),
    );
    const [first] = people;
    if (first === undefined) throw new RangeError('an account is needed');
    for (const person of people) {
      const count = person === first ? Number(tokens) : TOKENS_OF_OTHERS;
      for (let n = 0; n < count; n++) room.create(person.id, null, { note: `token ${n}`, scopes: ['repo', 'user'] });
    }
    return applications.register(first, { name: 'bench', url: '' });
  });
  store.close();
  return { client_id: made.row.client_id, client_secret: made.secret };
}

const application = await seed();
const endless = { account: 1e9, address: 1e9, window: 3600 };
const service = await createService({ dataFolder: folder, allowances: { core: endless }, log: () => undefined });
const server = await startServer(service, 0);
process.stdout.write(`${JSON.stringify({ base_url: server.baseUrl, ...application })}\n`);
process.once('SIGTERM', async () => {
  await server.close();
  await service.close();
});
