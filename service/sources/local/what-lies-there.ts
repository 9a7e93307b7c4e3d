/** What lies at a path in which no source found a repository: the sentence says that, and not that nothing was found. */
import { open, readdir } from 'node:fs/promises';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import type { Source } from '../source.ts';
import { checkoutOfNothing } from './checkout-of.ts';
import { pathsNamedBy } from './named-paths.ts';
import { otherFile, otherFolder } from './other-things.ts';
import { whatIs } from './places.ts';
import { unreadableAt } from './unreadable.ts';

/** Bytes by which bundles are known. */
const START = 16;

/** @returns null for a folder that can be read and that has something in it that nobody knows, a bundle, and every address of another machine */
export async function reasonAt(
  address: Pick<Address, 'url' | 'scheme'>,
  sources: readonly Pick<Source, 'bundles'>[],
): Promise<Failure | null> {
  if (address.scheme !== 'path' && address.scheme !== 'file') return null;
  const { url } = address;
  const unreadable = await unreadableAt(address);
  if (unreadable !== null) return unreadable;
  for (const path of pathsNamedBy(address)) {
    const there = await whatIs(path);
    if (there === null) continue;
    if (there.isFile()) {
      const start = await startOf(path);
      if (sources.some(({ bundles }) => bundles?.test(start))) return null;
      return otherFile(start, url) ?? Failure.of('address.plain_file', { url });
    }
    const names = await readdir(path).catch(() => null);
    if (names?.length === 0) return Failure.of('address.folder_empty', { url });
    return checkoutOfNothing(path, url) ?? otherFolder(names ?? [], url);
  }
  return Failure.of('address.nothing_there', { url });
}

/** The source whose bundle lies at an address: no other one can say anything of it. @returns null where none does */
export async function sourceOfBundle<Bundled extends Pick<Source, 'bundles'>>(
  address: Pick<Address, 'url' | 'scheme'>,
  sources: readonly Bundled[],
): Promise<Bundled | null> {
  if (address.scheme !== 'path' && address.scheme !== 'file') return null;
  for (const path of pathsNamedBy(address)) {
    if ((await whatIs(path))?.isFile() !== true) continue;
    const start = await startOf(path);
    return sources.find(({ bundles }) => bundles?.test(start)) ?? null;
  }
  return null;
}

async function startOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await file.close();
  }
}
