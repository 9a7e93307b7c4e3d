/** `/installation/activity` and `/installation/diagnostics`: what the engine does now, and what helps to find a fault. */
import type { Sentence } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import type { MigrationRow } from '../../store/migrations-table.ts';
import type { UnderWay } from '../../store/under-way.ts';
import { diagnosticsIn } from '../../upkeep/diagnostics.ts';
import { diskUse } from '../../upkeep/disk-use.ts';
import { runningPrograms } from '../../upkeep/programs.ts';
import { INSTALLATION } from '../shared/access.ts';
import { requireInstallationOwner } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { type Activity, activitySchema, diagnosticsSchema } from './installation-schemas.ts';

const activityRoute = operation({
  method: 'get',
  path: '/installation/activity',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'What runs and what waits, the programs that were started, and what the data folder takes.',
  responses: {
    200: { description: 'Now.', content: { 'application/json': { schema: activitySchema } } },
    ...errorResponses(401, 403),
  },
});
const diagnosticsRoute = operation({
  method: 'get',
  path: '/installation/diagnostics',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Versions, states, timings and logs as text, without names, addresses, people and secrets.',
  responses: {
    200: { description: 'Text.', content: { 'application/json': { schema: diagnosticsSchema } } },
    ...errorResponses(401, 403),
  },
});

type Needed = Rooms<
  'dataFolder' | 'imports' | 'inspections' | 'migrations' | 'restores' | 'underWay' | 'upkeep' | 'version'
>;

export function activityRoutes(engine: Needed) {
  const { dataFolder } = engine;
  return router()
    .on(activityRoute, async (c) => {
      requireInstallationOwner(c);
      const disk = await diskUse(dataFolder);
      return c.json({ ...activityOf(engine), disk }, 200);
    })
    .on(diagnosticsRoute, async (c) => {
      requireInstallationOwner(c);
      const { jobs, waiting, programs, memory_bytes, uptime_seconds } = activityOf(engine);
      const now = [
        `engine: ${uptime_seconds} s, ${memory_bytes} bytes`,
        ...jobs.map(({ kind, percent }) => `${kind}: ${percent === null ? 'running' : `${percent} %`}`),
        ...Object.entries(waiting).map(([kind, count]) => `waiting, ${kind}: ${count}`),
        ...programs.map(({ command, seconds, memory_bytes: held }) => `${command}: ${seconds} s, ${held} bytes`),
      ];
      return c.json({ text: await diagnosticsIn({ dataFolder, version: engine.version, now }) }, 200);
    });
}

function activityOf(engine: Needed): Omit<Activity, 'disk'> {
  const { report } = engine.upkeep;
  const check =
    report?.state === 'running'
      ? [
          {
            kind: 'check' as const,
            name: 'this installation',
            status_text: spoken(report.status_text),
            percent: report.percent,
          },
        ]
      : [];
  return {
    jobs: [...engine.underWay.all().map((work) => jobOf(engine, work)), ...check],
    waiting: engine.underWay.waiting(),
    programs: runningPrograms(engine.dataFolder),
    memory_bytes: process.memoryUsage.rss(),
    uptime_seconds: Math.round(process.uptime()),
  };
}

/** With the live reading, where there is one. */
function jobOf(engine: Needed, work: UnderWay): Activity['jobs'][number] {
  const { kind, name, status_text } = work;
  const live = liveOf(engine, work);
  return { kind, name, status_text: spoken(live?.status_text ?? status_text), percent: live?.percent ?? null };
}

function liveOf(engine: Needed, { kind, id }: UnderWay): { percent: number; status_text: Sentence | null } | null {
  if (kind === 'import') return engine.imports.live(id) ?? null;
  if (kind === 'export') return engine.migrations.live(engine.migrations.byId(id) as MigrationRow);
  const restore = kind === 'restore' ? engine.restores.byId(id) : undefined;
  if (restore !== undefined) return engine.restores.live(restore);
  const inspection = kind === 'archive' ? engine.inspections.byId(id) : undefined;
  return inspection === undefined ? null : engine.inspections.live(inspection);
}
