import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService } from '../../service/index.ts';
import { errorText } from './engine-text.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry start '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function whyNot(): Promise<Error> {
  return createService({ dataFolder: folder, log: () => undefined }).then(
    () => new Error('it started'),
    (error: Error) => error,
  );
}

test('a missing database is explained in German', async () => {
  mkdirSync(join(folder, 'repositories', 'acme'), { recursive: true });
  const why = await whyNot();
  expect(why.message).toMatch(/^The database .* is missing/);
  expect(await errorText('en', why)).toBe(why.message);
  expect(await errorText('de', why)).toBe(
    `Die Datenbank ${join(folder, 'gantry.sqlite')} fehlt, aber repositories und was sonst zu ihr gehört ist da. Nichts wurde geändert. Stellen Sie die richtige Datenbank zurück, oder starten Sie mit einem anderen Datenordner. Um mit dem Vorhandenen weiterzumachen, nehmen Sie es auf („npm run serve“ kennt --adopt): Was die Datenbank nicht kennt, bleibt dann unberührt; Konten, Importe und Migrationen werden neu angelegt.`,
  );
});

test('a damaged database is explained in German, with what SQLite says of it as it is', async () => {
  writeFileSync(join(folder, 'gantry.sqlite'), 'no database at all. '.repeat(1000));
  const why = await whyNot();
  expect(await errorText('de', why)).toBe(
    `Die Datenbank ${join(folder, 'gantry.sqlite')} ist beschädigt: file is not a database. Nichts wurde geändert. Prüfen Sie den Datenträger, und spielen Sie dann eine Sicherung zurück, mit „npm run serve -- --data <folder> --restore-backup latest“; sie liegen daneben im Ordner „backups“.`,
  );
});
