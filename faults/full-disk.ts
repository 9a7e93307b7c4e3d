/** A disk that is filled at seeded moments of a day: everything ends and says so, and goes on when there is room again. */

import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, random } from '../service/testing/random.ts';
import { brokenDatabases, check } from './checks/check.ts';
import { expiry, STEPS, type Step, startDay, type World } from './days/day.ts';
import { goOn } from './days/go-on.ts';
import { makeSources } from './days/sources.ts';
import { Told } from './days/told.ts';
import { makeImage, mountImage, unmount } from './disk/disk.ts';
import { addTo, emptyResult, type Result } from './result.ts';

const MEGABYTES = 96;
const BLOCK = 4096;
/** What is left, in bytes: nothing, a page or two, and what lets some of the work go through. */
const LEFT = [0, 4096, 16_384, 65_536, 262_144, 1 << 20, 3 << 20];
/** The disk is full at once, or within so many milliseconds. */
const LONGEST_MS = 500;
/** What a person is told; git shows no more than the status where the disk fills up in the middle of a push. */
const SAYS_SO = /the disk( of .*)? is full|free some space|No space left on device|HTTP 503/i;

/** Days, one after the other, until the disk was filled so often. */
export async function runFullDisks(
  folder: string,
  { points, seed, only, tell }: { points: number; seed: number; only: string; tell: (line: string) => void },
): Promise<Result> {
  // Ageing archives takes a write of our own.
  const steps = STEPS.filter((step) => step !== expiry && step.name.includes(only));
  if (steps.length === 0) throw new RangeError(`no step of a day has "${only}" in its name`);
  const result = emptyResult();
  for (let day = seed; result.faults < points; day++) {
    await fullDay(join(folder, String(day)), { seed: day, most: points, steps }, result, tell);
  }
  return result;
}

async function fullDay(
  folder: string,
  { seed, most, steps }: { seed: number; most: number; steps: readonly Step[] },
  result: Result,
  tell: (line: string) => void,
): Promise<void> {
  const next = random(seed);
  const sources = await makeSources(join(folder, 'sources'), seed);
  const image = join(folder, 'disk.img');
  makeImage(image, 'ext4', MEGABYTES, ['-m', '0']);
  const mountPoint = join(folder, 'mounted');
  const loop = await mountImage(image, mountPoint);
  const data = join(mountPoint, 'data');
  const told = new Told(() => 0);
  try {
    const world = await startDay(data, sources, told);
    try {
      for (const step of steps) {
        if (result.faults < most) {
          const where = `seed ${seed}, point ${result.faults} in "${step.name}"`;
          addTo(result, await fullStep(world, step, mountPoint, next, where), tell);
        }
        try {
          await goOn(world);
          await step.run(world);
        } catch (error) {
          const where = `seed ${seed}, "${step.name}" after there was room again`;
          const log = world.engine.log().split('\n').slice(-12);
          addTo(result, { where, wrong: [(error as Error).message, ...log] }, tell);
        }
      }
      const { wrong } = await check(world.engine, data, told.now());
      // A restore that failed is done again as another one.
      const others = wrong.filter(
        (found) => !/^(restore |log: )/.test(found) || (found.startsWith('restore ') && !SAYS_SO.test(found)),
      );
      addTo(result, { where: `seed ${seed}, at the end of the day`, wrong: others }, tell);
    } finally {
      await world.engine.end();
    }
    addTo(result, { where: `seed ${seed}, after the day`, wrong: brokenDatabases(data) }, tell);
  } finally {
    await unmount(mountPoint, loop);
    await sources.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  async function fullStep(world: World, step: Step, disk: string, next: Random, where: string) {
    const left = LEFT[Math.floor(next() * LEFT.length)] ?? 0;
    const delay = next() < 0.3 ? 0 : next() * LONGEST_MS;
    const startsAnew = next() < 0.3;
    result.faults += 1;
    const wrong: string[] = [];
    const filler = join(disk, 'filler');
    if (delay === 0) fill(filler, left);
    const timer = setTimeout(() => fill(filler, left), delay);
    try {
      await step.run(world);
    } catch (error) {
      const said = (error as Error).message;
      if (world.engine.isGone) wrong.push(`the engine ended: ${world.engine.log().slice(-500)}`);
      else if (!SAYS_SO.test(said)) wrong.push(said);
    } finally {
      clearTimeout(timer);
    }
    fill(filler, startsAnew ? 0 : left);
    try {
      if (startsAnew || world.engine.isGone) await world.restart();
      wrong.push(...(await shows(world)));
    } catch (error) {
      wrong.push(`on the full disk: ${(error as Error).message}`);
    }
    rmSync(filler, { force: true });
    if (world.engine.isGone) await world.restart();
    const how = `${left} bytes left after ${delay.toFixed(0)} ms${startsAnew ? ', started anew' : ''}`;
    return { where: `${where}, ${how}`, wrong };
  }
}

/** Leaves so many bytes of the disk, while others write on it. */
function fill(filler: string, left: number): void {
  rmSync(filler, { force: true });
  const file = openSync(filler, 'w');
  try {
    for (let size = 0, piece = 1 << 24; piece >= BLOCK; ) {
      const { bavail, bsize } = statfsSync(filler);
      const room = bavail * bsize - left;
      if (room < piece) {
        piece = Math.floor(piece / 4);
        continue;
      }
      size += writeSync(file, Buffer.alloc(piece), 0, piece, size);
      fsyncSync(file);
    }
  } catch (error) {
    // Somebody else took the rest.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** What an engine on a full disk does not show. */
async function shows(world: World): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of ['/user', '/user/imports', '/orgs/acme/repos', '/orgs/acme/migrations', '/restores']) {
    const { status, body } = await world.engine.api('GET', path);
    if (status !== 200) wrong.push(`GET ${path} on a full disk: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  }
  return wrong;
}
