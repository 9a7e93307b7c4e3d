/** Power cuts: a day on a disk whose every write is known, cut at seeded moments; each is mounted, started and looked at. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '../service/testing/random.ts';
import { brokenDatabases, check } from './checks/check.ts';
import { STEPS, type Step, startDay, type World } from './days/day.ts';
import { leaveOlderDatabase } from './days/first-start.ts';
import { makeSources, type Sources } from './days/sources.ts';
import { Told } from './days/told.ts';
import { CACHES, type Cache, Cuts } from './disk/cut.ts';
import { Disk, type FileSystem, mountImage, type Recording, unmount } from './disk/disk.ts';
import { Engine } from './engine/engine.ts';
import type { Result } from './result.ts';

/** A day that was recorded, and what had been told when. */
interface RecordedDay {
  recording: Recording;
  told: Told;
  /** Position at which each step began. */
  began: { name: string; position: number }[];
  sources: Sources;
}

async function recordDay(
  folder: string,
  mountPoint: string,
  fileSystem: FileSystem,
  seed: number,
  steps: readonly Step[],
): Promise<RecordedDay> {
  const sources = await makeSources(join(folder, 'sources'), seed);
  const disk = await Disk.make(join(folder, 'disk'), mountPoint, fileSystem);
  const told = new Told(() => disk.position());
  const data = join(mountPoint, 'data');
  const began: RecordedDay['began'] = [];
  try {
    began.push({ name: 'an older database', position: disk.position() });
    await leaveOlderDatabase(data, told, random(seed));
    began.push({ name: 'the first start', position: disk.position() });
    const world: World = await startDay(data, sources, told);
    try {
      for (const step of steps) {
        began.push({ name: step.name, position: disk.position() });
        await step.run(world);
      }
    } finally {
      await world.engine.end();
    }
  } catch (error) {
    await disk.close();
    await sources.stop();
    throw error;
  }
  return { recording: await disk.close(), told, began, sources };
}

/**
 * Records a day and cuts it.
 * @param folder of ours; emptied at the end
 * @throws Error when the day itself does not come to its end
 */
export async function runCuts(
  folder: string,
  {
    fileSystem,
    cuts,
    seed,
    steps = STEPS,
    tell,
  }: { fileSystem: FileSystem; cuts: number; seed: number; steps?: readonly Step[]; tell: (line: string) => void },
): Promise<Result> {
  const next = random(seed);
  const mountPoint = join(folder, 'mounted');
  const day = await recordDay(folder, mountPoint, fileSystem, seed, steps);
  const total = day.recording.entries.length;
  tell(`${fileSystem}: a day of ${total} writes and flushes, seed ${seed}`);
  const positions = Array.from({ length: cuts }, () => Math.floor(next() * (total + 1))).sort((a, b) => a - b);
  const result: Result = { faults: 0, told: 0, found: [], mended: [] };
  const images = await Cuts.of(day.recording, join(folder, 'rolling.img'));
  const image = join(folder, 'cut.img');
  try {
    for (const [n, position] of positions.entries()) {
      const cache = CACHES[n % CACHES.length] as Cache;
      await images.image(position, cache, next, image);
      const facts = day.told.at(position);
      const step = day.began.findLast((began) => began.position <= position)?.name ?? 'nothing yet';
      const where = `${fileSystem}, seed ${seed}, cut ${n} at ${position} of ${total} (${cache}) in "${step}"`;
      const { wrong, mended } = await lookAtCut(image, mountPoint, facts);
      result.faults += 1;
      result.told += facts.length;
      if (wrong.length > 0) result.found.push({ where, wrong });
      if (mended.length > 0) result.mended.push({ where, wrong: mended });
      if (wrong.length > 0) tell(`${where}\n  ${wrong.join('\n  ')}`);
    }
  } finally {
    await day.sources.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function lookAtCut(
  image: string,
  mountPoint: string,
  facts: ReturnType<Told['at']>,
): Promise<{ wrong: string[]; mended: string[] }> {
  const loop = await mountImage(image, mountPoint);
  const data = join(mountPoint, 'data');
  try {
    const engine = await Engine.start(data);
    let found: Awaited<ReturnType<typeof check>>;
    try {
      found = await check(engine, data, facts);
    } finally {
      await engine.end();
    }
    return { ...found, wrong: [...found.wrong, ...brokenDatabases(data)] };
  } catch (error) {
    return { wrong: [(error as Error).message], mended: [] };
  } finally {
    await unmount(mountPoint, loop);
  }
}
