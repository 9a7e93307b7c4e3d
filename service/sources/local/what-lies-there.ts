/** What lies at a path in which no source found a repository: the sentence says that, and not that nothing was found. */
import { open, readdir } from 'node:fs/promises';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import { pathsNamedBy } from './named-paths.ts';
import { whatIs } from './places.ts';

/** How bundles begin (gitformat-bundle(5), `mercurial/exchange.py`): of one that is broken its own source says more. */
const BUNDLE = /^(# v\d git bundle|HG(10|20))/;

/** @returns null for a folder that has something in it, a bundle, and every address of another machine */
export async function reasonAt(address: Pick<Address, 'url' | 'scheme'>): Promise<Failure | null> {
  if (address.scheme !== 'path' && address.scheme !== 'file') return null;
  const { url } = address;
  for (const path of pathsNamedBy(address)) {
    const there = await whatIs(path);
    if (there === null) continue;
    if (there.isFile()) return (await isBundle(path)) ? null : Failure.of('address.plain_file', { url });
    const names = await readdir(path).catch(() => null);
    return names?.length === 0 ? Failure.of('address.folder_empty', { url }) : null;
  }
  return Failure.of('address.nothing_there', { url });
}

async function isBundle(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return BUNDLE.test(buffer.subarray(0, bytesRead).toString('latin1'));
  } finally {
    await file.close();
  }
}
