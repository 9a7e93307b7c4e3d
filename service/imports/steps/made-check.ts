import { say } from '../../../language/sentence.ts';
import { listRefs } from '../../git/bare-repository.ts';
import type { MapResult } from '../../sources/source.ts';
import type { Check } from '../../vocabulary/report.ts';
import { ownMapping } from './own-mapping.ts';

/** Whether what was made of the source's own mapping is what was published, ref by ref. @throws Failure */
export async function madeCheck(repository: string, mapped: MapResult, signal: AbortSignal): Promise<Check[]> {
  if (ownMapping(mapped).repository === null) return [];
  const published = new Map((await listRefs(repository, signal)).map(({ name, oid }) => [name, oid]));
  const same = mapped.refs.filter(({ name, oid }) => published.get(name) === oid).length;
  return [
    {
      subject: say('All refs'),
      what: say('refs as they were made'),
      expected: String(mapped.refs.length),
      found: String(same),
      ok: same === mapped.refs.length,
    },
  ];
}
