/** Extended headers (POSIX.1-2001 pax): `<length> <key>=<value>\n` again and again. */
import { Failure } from '../../../failures/failure.ts';
import { decodeName } from './tar-header.ts';

export interface PaxValues {
  path?: string;
  size?: number;
}

/**
 * Reads what changes the next member: its name and its size. Times, owners and the like are of no use here.
 * @param offset where the header lies, for sentences
 * @throws Failure (a sentence) when it is damaged or describes a sparse file
 */
export function readPax(data: Buffer, offset: number): PaxValues {
  const values: PaxValues = {};
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(32, at);
    const digits = space < 0 ? '' : data.toString('latin1', at, space);
    const length = /^[1-9]\d{0,7}$/.test(digits) ? Number(digits) : 0;
    const end = at + length;
    const equals = length === 0 ? -1 : data.indexOf(61, space);
    if (end > data.length || equals < 0 || equals >= end || data[end - 1] !== 10) throw damaged(offset);
    const key = decodeName(data.subarray(space + 1, equals), offset);
    const value = data.subarray(equals + 1, end - 1);
    if (key === 'path') values.path = decodeName(value, offset);
    else if (key === 'size') {
      const size = value.toString('latin1');
      if (!/^\d{1,16}$/.test(size) || !Number.isSafeInteger(Number(size))) throw damaged(offset);
      values.size = Number(size);
    } else if (key.startsWith('GNU.sparse.')) throw sparse();
    at = end;
  }
  return values;
}

export function sparse() {
  return Failure.of('archive.sparse', {});
}

function damaged(offset: number) {
  return Failure.of('archive.extended_header_unreadable', { offset });
}
