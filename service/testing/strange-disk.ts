/** Disks of Windows, mounted from a file: by their own rules for names, and without hard links. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type StrangeDisk = 'ntfs' | 'exfat';
const MEGABYTES = 96;

const MAKE: Record<StrangeDisk, readonly string[]> = {
  ntfs: ['mkntfs', '--quick', '--force', '--quiet'],
  exfat: ['mkfs.exfat'],
};
/** NTFS as Windows treats it: A is a, and its reserved names are refused. exFAT tells neither case apart nor links. */
const MOUNT: Record<StrangeDisk, readonly string[]> = {
  ntfs: ['lowntfs-3g', '-o', 'ignore_case,windows_names'],
  exfat: ['mount.exfat-fuse'],
};

function run([command = '', ...args]: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export interface MountedDisk {
  /** An empty folder on it. */
  folder: string;
  end(): void;
}

/** @returns why it could not be mounted, as a string: without root, /dev/fuse, a loop device or the Debian packages */
export function mountStrangeDisk(disk: StrangeDisk): MountedDisk | string {
  const around = mkdtempSync(join(tmpdir(), `gantry ${disk} `));
  const image = join(around, 'image');
  const mounted = join(around, 'disk');
  let loop = '';
  const detach = () => {
    if (loop !== '') run(['losetup', '--detach', loop]);
    rmSync(around, { recursive: true, force: true });
  };
  try {
    if (process.platform !== 'linux') throw new Error('only Linux mounts them here');
    writeFileSync(image, '');
    truncateSync(image, MEGABYTES << 20);
    mkdirSync(mounted);
    run([...MAKE[disk], image]);
    loop = run(['losetup', '--find', '--show', image]);
    run([...MOUNT[disk], loop, mounted]);
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    detach();
    return `no ${disk} here (Debian packages ntfs-3g, exfat-fuse, exfatprogs; root): ${reason}`;
  }
  return {
    folder: mounted,
    end: () => {
      run(['umount', mounted]);
      detach();
    },
  };
}
