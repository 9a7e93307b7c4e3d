/** `/installation/check`, `/installation/backups` and `/installation/strays`: whether all is as it should be, and ways back. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { InvalidRepository } from '../../repositories/invalid-repository.ts';
import { BACKUPS, listBackups } from '../../store/backup.ts';
import { type CheckReport, CheckRunning } from '../../upkeep/upkeep.ts';
import { INSTALLATION } from '../shared/access.ts';
import { base, requireInstallationOwner } from '../shared/context.ts';
import { ApiError, errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { representRepository } from '../shared/representations.ts';
import { router } from '../shared/router.ts';
import { repositorySchema } from '../shared/schemas.ts';
import { backupSchema, checkSchema, straySchema, type ToldCheckReport } from './installation-schemas.ts';

const check = { description: 'The check.', content: { 'application/json': { schema: checkSchema } } };

const readRoute = operation({
  method: 'get',
  path: '/installation/check',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'The check that runs, or the report of the last one; 404 before the first.',
  responses: { 200: check, ...errorResponses(401, 403, 404) },
});
const startRoute = operation({
  method: 'post',
  path: '/installation/check',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Starts a check: rows against files, every byte of every repository, checksums of archives, the databases.',
  responses: { 201: check, ...errorResponses(401, 403, 409) },
});
const cancelRoute = operation({
  method: 'delete',
  path: '/installation/check',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Cancels the check that runs; what it found stays.',
  responses: { 204: { description: 'Cancelled, or none ran.' }, ...errorResponses(401, 403) },
});
const backupsRoute = operation({
  method: 'get',
  path: '/installation/backups',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Copies of the databases, newest first. One is put back by the window, or with --restore-backup.',
  responses: {
    200: { description: 'Backups.', content: { 'application/json': { schema: z.array(backupSchema) } } },
    ...errorResponses(401, 403),
  },
});
const straysRoute = operation({
  method: 'get',
  path: '/installation/strays',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Folders of repositories that no row knows.',
  responses: {
    200: { description: 'Folders.', content: { 'application/json': { schema: z.array(straySchema) } } },
    ...errorResponses(401, 403),
  },
});
const adoptRoute = operation({
  method: 'post',
  path: '/installation/strays',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Makes a private repository of such a folder; an organization of its name where nobody has it.',
  request: { body: { required: true, content: { 'application/json': { schema: straySchema } } } },
  responses: {
    201: { description: 'The repository.', content: { 'application/json': { schema: repositorySchema } } },
    ...errorResponses(401, 403, 422),
  },
});

type Needed = Rooms<'accounts' | 'dataFolder' | 'events' | 'facts' | 'repositories' | 'upkeep'>;

function representReport(report: CheckReport): ToldCheckReport {
  return {
    ...report,
    status_text: spoken(report.status_text),
    problems: report.problems.map((problem) => ({ ...problem, text: spoken(problem.text) })),
  };
}

export function upkeepRoutes(engine: Needed) {
  const { upkeep, repositories, accounts, dataFolder, events } = engine;
  return router()
    .on(readRoute, (c) => {
      requireInstallationOwner(c);
      if (upkeep.report === null) throw new ApiError(404, say('No check was made yet.'));
      return c.json(representReport(upkeep.report), 200);
    })
    .on(startRoute, (c) => {
      requireInstallationOwner(c);
      try {
        return c.json(representReport(upkeep.start()), 201);
      } catch (error) {
        if (error instanceof CheckRunning) throw new ApiError(409, error.said);
        throw error;
      }
    })
    .on(cancelRoute, async (c) => {
      requireInstallationOwner(c);
      await upkeep.cancel();
      return c.body(null, 204);
    })
    .on(backupsRoute, (c) => {
      requireInstallationOwner(c);
      const sizeOf = (name: string) => statSync(join(dataFolder, BACKUPS, name), { throwIfNoEntry: false })?.size ?? 0;
      return c.json(
        listBackups(dataFolder).map((backup) => ({ ...backup, size: sizeOf(backup.name) })),
        200,
      );
    })
    .on(straysRoute, (c) => {
      requireInstallationOwner(c);
      return c.json(repositories.strays(), 200);
    })
    .on(adoptRoute, async (c) => {
      requireInstallationOwner(c);
      const { owner: login, name } = c.req.valid('json');
      const isStray = repositories.strays().some((stray) => stray.owner === login && stray.name === name);
      if (!isStray)
        throw invalid(
          'Repository',
          'name',
          'missing',
          say('There is no folder {name}.git without a repository.', { name: `${login}/${name}` }),
        );
      try {
        const owner = accounts.byLogin(login) ?? accounts.createOrganization({ login, name: null }, c.get('account'));
        const row = await repositories.adopt(owner, name);
        events.emit({ type: 'installation.changed' });
        return c.json(representRepository(engine, base(c), row, c.get('account')), 201);
      } catch (error) {
        if (error instanceof InvalidRepository) throw invalid('Repository', error.field, error.code, error.said);
        throw error;
      }
    });
}
