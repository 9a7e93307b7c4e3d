/** Whether this machine lets us make disks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Disk } from './disk.ts';

/** @returns why not; null when it does */
export async function canMount(): Promise<string | null> {
  if (process.platform !== 'linux') return 'only Linux mounts file systems over FUSE and loop devices.';
  const folder = mkdtempSync(join(tmpdir(), 'gantry-faults-try-'));
  try {
    const disk = await Disk.make(join(folder, 'disk'), join(folder, 'mounted'), 'ext4');
    await disk.close();
    return null;
  } catch (error) {
    return `this machine does not let us mount (${(error as Error).message.split('\n')[0]}). It takes root, /dev/fuse, a loop device and mkfs.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
