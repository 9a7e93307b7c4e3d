/** SIGKILL at seeded moments of a day, which goes on after each: what was told is there, and no process is left. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '../service/testing/random.ts';
import { brokenDatabases, check } from './checks/check.ts';
import { processesOn } from './checks/orphans.ts';
import { STEPS, type Step, startDay, type World } from './days/day.ts';
import { leaveOlderDatabase } from './days/first-start.ts';
import { makeSources } from './days/sources.ts';
import { Told } from './days/told.ts';
import { Engine } from './engine/engine.ts';
import type { Result } from './result.ts';

/** A step is killed at most so often, then it may end. */
const KILLS_A_STEP = 5;
/** Kills come within so many milliseconds of a start or a step. */
const LONGEST_MS = 700;

/**
 * Days, one after the other, until so many kills were made.
 * @param folder of ours; emptied at the end
 */
export async function runKills(
  folder: string,
  { kills, seed, tell }: { kills: number; seed: number; tell: (line: string) => void },
): Promise<Result> {
  const result: Result = { faults: 0, told: 0, found: [], mended: [] };
  for (let day = seed; result.faults < kills; day++) {
    const before = result.faults;
    await killedDay(join(folder, String(day)), day, kills, result, tell);
    tell(`a day, seed ${day}: ${result.faults - before} kills`);
    if (result.faults === before) throw new Error('nothing could be killed in a whole day');
  }
  return result;
}

async function killedDay(
  folder: string,
  seed: number,
  most: number,
  result: Result,
  tell: (line: string) => void,
): Promise<void> {
  const next = random(seed);
  const sources = await makeSources(join(folder, 'sources'), seed);
  const data = join(folder, 'data');
  const told = new Told(() => 0);
  await leaveOlderDatabase(data, told, next);
  const world = await startDay(data, sources, told);
  const note = (where: string, wrong: string[], mended: string[] = []) => {
    if (wrong.length > 0) tell(`${where}\n  ${wrong.join('\n  ')}`);
    if (wrong.length > 0) result.found.push({ where, wrong });
    if (mended.length > 0) result.mended.push({ where, wrong: mended });
  };
  try {
    for (const step of STEPS) {
      let delay = next() * LONGEST_MS;
      for (let kill = 0; result.faults < most && kill < KILLS_A_STEP; kill++) {
        const whole = next() < 0.5;
        if (!(await killedStep(world, step, delay, whole))) break;
        const facts = told.now();
        result.faults += 1;
        result.told += facts.length;
        const where = `seed ${seed}, kill ${result.faults} after ${delay.toFixed(0)} ms of "${step.name}"${whole ? ', with its group' : ''}`;
        delay = next() * LONGEST_MS;
        try {
          world.engine = await Engine.start(data);
          // Every other one is killed again while it goes on with what was cut off.
          if (next() < 0.5) continue;
          const { wrong, mended } = await check(world.engine, data, facts);
          note(where, [...wrong, ...processesOn(data, world.engine.pid).map((left) => `an orphan: ${left}`)], mended);
        } catch (error) {
          note(where, [(error as Error).message]);
          if (world.engine.isGone) world.engine = await Engine.start(data);
        }
      }
      try {
        await step.run(world);
      } catch (error) {
        note(`seed ${seed}, "${step.name}" after its kills`, [(error as Error).message]);
      }
    }
    const { wrong, mended } = await check(world.engine, data, told.now());
    note(`seed ${seed}, at the end of the day`, wrong, mended);
  } finally {
    await world.engine.end();
    await sources.stop();
  }
  const left = processesOn(data).map((found) => `a process is left: ${found}`);
  note(`seed ${seed}, after the day`, [...left, ...brokenDatabases(data)]);
  rmSync(folder, { recursive: true, force: true });
}

/** @returns whether it was killed before the step ended */
async function killedStep(world: World, step: Step, delay: number, whole: boolean): Promise<boolean> {
  let killed: Promise<void> | null = null;
  const timer = setTimeout(() => {
    if (!world.engine.isGone) killed = world.engine.kill(whole);
  }, delay);
  try {
    await step.run(world);
  } catch (error) {
    if (killed === null) throw error;
  } finally {
    clearTimeout(timer);
  }
  if (killed === null) return false;
  await killed;
  // The step has started another one meanwhile.
  await world.engine.kill(whole);
  return true;
}
