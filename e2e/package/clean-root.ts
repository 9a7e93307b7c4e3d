/** A system on which nothing of ours is, made by debootstrap, with processes and mounts of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../fixtures/command.ts';

export interface Ended {
  code: number | null;
  out: string;
  /** What it said on stderr. */
  said: string;
}

interface Entering {
  /** Login inside; root without one. */
  user?: string;
  env?: Record<string, string>;
  /** As in a container: a changed root gives no user namespaces (user_namespaces(7), EPERM of unshare). */
  isChrooted?: boolean;
}

/**
 * Mounts of its own, then the folder as the root of them: a changed root alone would take user namespaces, and with them the sandbox
 * of pages, from everyone inside.
 */
const BEGIN = `set -e
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mkdir -p again
pivot_root . mnt
cd /
umount -l mnt
mount --rbind / again
echo ready
# Takes up what ends without a parent, as the first process must.
while :; do sleep 3600 & wait $!; done`;

export class CleanRoot {
  readonly folder: string;
  readonly #first: ChildProcess;
  readonly #pid: number;

  private constructor(folder: string, first: ChildProcess, pid: number) {
    this.folder = folder;
    this.#first = first;
    this.#pid = pid;
  }

  /**
   * @param folder made anew; on a disk whose programs may have set-uid bits
   * @param cache where a fresh system is kept for the next time
   */
  static async make(folder: string, cache: string): Promise<CleanRoot> {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await layOut(folder, cache);
    // What tells apt where to ask, and how to get there.
    for (const name of ['sources.list', 'sources.list.d', 'trusted.gpg.d', 'keyrings']) {
      const source = join('/etc/apt', name);
      if (existsSync(source)) await cp(source, join(folder, 'etc/apt', name), { recursive: true, force: true });
    }
    if (existsSync('/usr/share/keyrings'))
      await cp('/usr/share/keyrings', join(folder, 'usr/share/keyrings'), { recursive: true, force: true });
    const settings = await run('apt-config', ['dump', 'Acquire::http', 'Acquire::https', '--format', '%F "%v";%n']);
    writeFileSync(join(folder, 'etc/apt/apt.conf.d/80of-the-machine'), settings);
    for (const name of ['resolv.conf', 'hosts'])
      await cp(join('/etc', name), join(folder, 'etc', name), { force: true });

    const first = spawn('unshare', [
      ...['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'],
      ...['sh', '-c', BEGIN, 'sh', folder],
    ]);
    let said = '';
    first.stderr.on('data', (data: Buffer) => {
      said += data;
    });
    await new Promise<void>((resolve, reject) => {
      first.stdout.once('data', () => resolve());
      first.once('close', () => reject(new Error(`The clean root did not begin: ${said}`)));
    });
    const children = readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8').trim().split(' ');
    return new CleanRoot(folder, first, Number(children[0]));
  }

  /** A file or folder inside, as the machine outside sees it. @param path absolute inside */
  path(path: string): string {
    return join(this.folder, path);
  }

  /** Starts a program inside. */
  start([...command]: string[], { user, env = {}, isChrooted = false }: Entering = {}): ChildProcess {
    const home = user === undefined ? '/root' : `/home/${user}`;
    const own = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: home, LANG: 'C.UTF-8', ...env };
    return spawn('nsenter', [
      ...['--target', `${this.#pid}`, '--mount', '--pid', '--root', '--wd', '--'],
      ...(isChrooted ? ['chroot', '/again'] : []),
      ...(user === undefined ? [] : ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--']),
      ...['env', '-i', ...Object.entries(own).map(([name, value]) => `${name}=${value}`), ...command],
    ]);
  }

  /** Runs a program inside to its end. Never rejects for what it says. */
  async run(command: string[], entering?: Entering): Promise<Ended> {
    const child = this.start(command, entering);
    const ended: Ended = { code: null, out: '', said: '' };
    child.stdin?.end();
    child.stdout?.on('data', (data: Buffer) => {
      ended.out += data;
    });
    child.stderr?.on('data', (data: Buffer) => {
      ended.said += data;
    });
    ended.code = await new Promise((resolve) => child.once('close', resolve));
    return ended;
  }

  /** As `run`. @throws Error when it fails, with what it said */
  async must(command: string[], entering?: Entering): Promise<string> {
    const { code, out, said } = await this.run(command, entering);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${out}${said}`.slice(-4000));
    return out;
  }

  /** Ends everything inside; the folder stays for a look, until the next time. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#first.once('close', resolve));
    process.kill(this.#pid, 'SIGKILL');
    await ended;
  }
}

/** The least system there is, from the mirror that this machine's apt asks. */
async function layOut(folder: string, cache: string): Promise<void> {
  const [, suite = ''] = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const kept = join(cache, `clean-${suite}.tar`);
  if (!existsSync(kept)) {
    const targets = await run('apt-get', [
      'indextargets',
      '--format',
      '$(RELEASE) $(REPO_URI)',
      'Created-By: Packages',
    ]);
    const [, mirror] =
      targets
        .split('\n')
        .map((line) => line.split(' '))
        .find(([release]) => release === suite) ?? [];
    if (mirror === undefined) throw new Error(`apt knows no mirror of ${suite}.`);
    await run('debootstrap', ['--variant=minbase', suite, folder, mirror]);
    mkdirSync(cache, { recursive: true });
    await run('tar', ['--numeric-owner', '--one-file-system', '-C', folder, '-cf', `${kept}.part`, '.']);
    await run('mv', [`${kept}.part`, kept]);
    return;
  }
  await run('tar', ['--numeric-owner', '-C', folder, '-xpf', kept]);
}
