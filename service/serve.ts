/**
 * The engine alone, from a terminal:
 * `node service/serve.ts --data <folder> --port <n|0> [--owner <login>] [--organization <login>]`
 * Prints one JSON line `{"base_url", "data"}` when it listens; logs go to stderr; ends on SIGTERM and SIGINT.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openRotatingLog } from './files/rotating-log.ts';
import { createService } from './index.ts';
import { type Log, lineOf, logToStderr } from './log.ts';
import { type Published, readPublished } from './loopback/published.ts';
import { startServer } from './loopback/server.ts';
import { leaveWorkingFolder } from './processes/working-folder.ts';
import { recordInto } from './recording/recorder.ts';
import { DATABASE_FILE } from './store/database-files.ts';
import { LOCK_FILE } from './store/lock.ts';
import { restoreBackup } from './store/restore-backup.ts';
import { checkFromTerminal, diagnosticsFromTerminal } from './upkeep/from-terminal.ts';
import { API_PATH } from './vocabulary/api-path.ts';

/** How it was started, as a person writes it. */
const COMMAND = process.env.GANTRY_COMMAND ?? 'npm run serve --';

const USAGE = `Usage: ${COMMAND} --data <folder> --port <number, or 0 for any> [--owner <login>] [--organization <login>] [--adopt] [--restore-backup <name, or latest>] [--check] [--diagnostics <file, or ->] [--record <folder>] [--host-name <name> [--listen <address>]]
With --restore-backup it puts a copy of the folder "backups" in the place of its database first.
With --check it reads everything once, says what is wrong, and ends: with 1 where something is.
With --diagnostics it prints versions, states and logs without names and addresses, writes them to the file, and ends.
With --record it writes what sources' servers and programs say into the folder, without logins, tokens, names of hosts and people, and contents.
With --host-name it is for others, too: a proxy that people reach as https://<name> hands their requests on to the port, with the name as Host and
its caller's address in X-Forwarded-For. --listen <address> is for proxies on other machines or in other containers; TLS is the proxy's.
With --adopt it goes on with a database that does not fit to the files beside it, and leaves alone what that does not know.
On a new data folder, --owner makes that account with the password in the environment variable GANTRY_PASSWORD.`;

/** Wrong use of the command line: the sentence and the usage, no stack. */
class UsageError extends Error {}

function readOptions() {
  let values: {
    data?: string;
    port?: string;
    owner?: string;
    organization?: string;
    adopt?: boolean;
    'restore-backup'?: string;
    check?: boolean;
    diagnostics?: string;
    record?: string;
    'host-name'?: string;
    listen?: string;
    help?: boolean;
  };
  try {
    ({ values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        owner: { type: 'string' },
        organization: { type: 'string' },
        adopt: { type: 'boolean' },
        'restore-backup': { type: 'string' },
        check: { type: 'boolean' },
        diagnostics: { type: 'string' },
        record: { type: 'string' },
        'host-name': { type: 'string' },
        listen: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (values.help === true) throw new UsageError('');
  if (!values.data) throw new UsageError('--data is required.');
  const port = Number(values.port ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError('--port must be a number from 0 to 65535.');
  return {
    data: resolve(values.data),
    port,
    owner: values.owner,
    organization: values.organization,
    adopt: values.adopt === true,
    backup: values['restore-backup'],
    check: values.check === true,
    diagnostics: values.diagnostics,
    record: values.record === undefined ? null : resolve(values.record),
    published: publishedAs(values['host-name'], values.listen),
  };
}

/** @throws UsageError */
function publishedAs(name: string | undefined, listen: string | undefined): Published | null {
  try {
    return readPublished(name, listen);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function publicAddress(published: Published | null) {
  return published === null ? {} : { public_url: `https://${published.hostName}${API_PATH}` };
}

async function main(): Promise<void> {
  const options = readOptions();
  // Before anything is started, and long before the line that tells others that they may end us.
  const asked = new Promise<void>((end) => {
    process.once('SIGTERM', () => end());
    process.once('SIGINT', () => end());
  });
  // A terminal that was closed, or a program that reads no further, takes no more lines; the log's file has them.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (options.diagnostics !== undefined) return diagnosticsFromTerminal(options.data, options.diagnostics, { print });
  leaveWorkingFolder();
  const toFile = openRotatingLog(join(options.data, 'logs'), 'engine');
  const log: Log = (level, text) => {
    logToStderr(level, text);
    // Not in a folder that is somebody else's, and not before it is ours.
    if (existsSync(join(options.data, LOCK_FILE))) toFile(lineOf(level, text));
  };
  if (options.check) {
    if (!existsSync(join(options.data, DATABASE_FILE)))
      throw new UsageError(`There is no installation in ${options.data}.`);
    const stop = new AbortController();
    void asked.then(() => stop.abort(new Error('Cancelled.')));
    if ((await checkFromTerminal(options.data, { log, print }, stop.signal)) > 0) process.exitCode = 1;
    return;
  }
  const password = process.env.GANTRY_PASSWORD;
  // Children and later code have no need of it.
  delete process.env.GANTRY_PASSWORD;
  if (options.backup !== undefined) restoreBackup(options.data, options.backup, log);
  if (options.record !== null) {
    recordInto(options.record);
    log('info', `What sources say is recorded in ${options.record}.`);
  }
  // A backup is older than the files beside it, and whoever restores it knows.
  const service = await createService({
    dataFolder: options.data,
    log,
    adopt: options.adopt || options.backup !== undefined,
  });
  try {
    if (service.ownerIdentity() === null && options.owner !== undefined) {
      if (!password) throw new UsageError('On a new data folder, set GANTRY_PASSWORD to the password of the owner.');
      await service.setUp({ login: options.owner, password, organization: options.organization });
    } else if (service.ownerIdentity() === null && options.published !== null) {
      // Whoever came first would own it.
      throw new UsageError('With --host-name a new data folder needs --owner, and GANTRY_PASSWORD with the password.');
    } else if (options.organization !== undefined) {
      if (service.ownerIdentity() === null) throw new UsageError('--organization needs --owner on a new data folder.');
      await service.setUp({ login: '', password: '', organization: options.organization });
    }
    const server = await startServer(service, options.port, undefined, options.published);
    const told = { base_url: server.baseUrl, ...publicAddress(options.published), data: options.data };
    process.stdout.write(`${JSON.stringify(told)}\n`);
    await asked;
    await server.close();
  } finally {
    await service.close();
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${[error.message, USAGE].filter(Boolean).join('\n')}\n`);
  else process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
