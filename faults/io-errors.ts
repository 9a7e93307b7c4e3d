/** A disk that answers EIO from a seeded moment of each step on: the engine stays, says so, and goes on when the disk is well. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, random } from '../service/testing/random.ts';
import { brokenDatabases, check } from './checks/check.ts';
import { expiry, STEPS, type Step, startDay, type World } from './days/day.ts';
import { goOn } from './days/go-on.ts';
import { makeSources } from './days/sources.ts';
import { Told } from './days/told.ts';
import { Disk, type FileSystem } from './disk/disk.ts';
import { addTo, emptyResult, type Result } from './result.ts';

const LONGEST_MS = 500;
/** What a person is told: what is wrong with the disk, and where. */
const SAYS_SO = /disk .*\/|Input\/output error|Read-only file system|disk I\/O error/i;

/**
 * A day on one file system, with a broken disk in each step.
 * @param folder of ours; emptied at the end
 */
export async function runBrokenDisks(
  folder: string,
  {
    fileSystem,
    seed,
    only,
    tell,
  }: { fileSystem: FileSystem; seed: number; only: string; tell: (line: string) => void },
): Promise<Result> {
  const result = emptyResult();
  const next = random(seed);
  const mountPoint = join(folder, 'mounted');
  const sources = await makeSources(join(folder, 'sources'), seed);
  const disk = await Disk.make(join(folder, 'disk'), mountPoint, fileSystem);
  const data = join(mountPoint, 'data');
  const told = new Told(() => 0);
  try {
    const world = await startDay(data, sources, told);
    try {
      for (const step of STEPS.filter((found) => found !== expiry && found.name.includes(only))) {
        result.faults += 1;
        const where = `${fileSystem}, seed ${seed}, "${step.name}"`;
        addTo(result, await brokenStep(world, disk, step, next, where), tell);
        const facts = told.now();
        result.told += facts.length;
        // A file system that has met such a disk takes nothing any more until it is mounted again.
        await world.restart(0, async () => {
          disk.break({ reads: false, writes: false });
          await disk.unmount();
          await disk.mount();
        });
        const { wrong } = await check(world.engine, data, facts);
        const others = wrong.filter((found) => !/^(log: |(import|restore|export) .* failed: )/.test(found));
        addTo(result, { where: `${where}, when the disk is well`, wrong: others }, tell);
        try {
          await goOn(world);
          await step.run(world);
        } catch (error) {
          addTo(result, { where: `${where}, again`, wrong: [(error as Error).message] }, tell);
        }
      }
    } finally {
      await world.engine.end();
    }
    addTo(result, { where: `${fileSystem}, seed ${seed}, after the day`, wrong: brokenDatabases(data) }, tell);
  } finally {
    disk.break({ reads: false, writes: false });
    await disk.close();
    await sources.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function brokenStep(world: World, disk: Disk, step: Step, next: Random, where: string) {
  const what = { writes: true, reads: next() < 0.5 };
  const delay = next() * LONGEST_MS;
  const wrong: string[] = [];
  const timer = setTimeout(() => disk.break(what), delay);
  try {
    await step.run(world);
  } catch (error) {
    const said = (error as Error).message;
    if (!world.engine.isGone && !SAYS_SO.test(said))
      wrong.push(
        said,
        ...world.engine
          .log()
          .split('\n')
          .filter((line) => !line.includes('rate limit'))
          .slice(-30),
      );
  } finally {
    clearTimeout(timer);
  }
  disk.break(what);
  try {
    wrong.push(...(await answers(world)));
  } catch (error) {
    wrong.push((error as Error).message);
  }
  if (world.engine.isGone) wrong.push(`the engine ended: ${world.engine.log().slice(-2500)}`);
  return { where: `${where}, ${what.reads ? 'all' : 'writes'} broken after ${delay.toFixed(0)} ms`, wrong };
}

/** What requests are answered on a broken disk. */
async function answers(world: World): Promise<string[]> {
  const wrong: string[] = [];
  const asked: [string, string, object?][] = [
    ['GET', '/user/imports'],
    ['GET', '/orgs/acme/repos'],
    ['POST', '/orgs/acme/repos', { name: 'refused' }],
    ['POST', '/authorizations', { note: `refused ${Math.random()}`, scopes: [] }],
    ['GET', '/user/imports'],
  ];
  for (const [method, path, body] of asked) {
    const answer = await world.engine.api(method, path, body);
    if (answer.status < 300) continue;
    const text = JSON.stringify(answer.body).slice(0, 300);
    const log = world.engine
      .log()
      .split(/\n(?=\d{4}-)/)
      .filter((line) => line.includes(`${method} /api/v3${path}`));
    if (!SAYS_SO.test(text))
      wrong.push(`${method} ${path} on a broken disk: ${answer.status} ${text}`, log.at(-1) ?? '');
  }
  return wrong;
}
