import { join } from 'node:path';
import { listRefs } from '../../git/bare-repository.ts';
import { listRemoteRefs } from '../remote-refs.ts';
import type { SourceContext } from '../source.ts';
import { isHidden } from './hidden-refs.ts';

/** Whether the source offers the refs that were fetched, at the same objects. @throws Failure when it does not answer */
export async function isUnchanged(url: string, context: SourceContext): Promise<boolean> {
  const [{ refs: now }, fetched] = await Promise.all([
    listRemoteRefs(url, context),
    listRefs(join(context.folder, 'staging.git'), context.signal),
  ]);
  const isWanted = (name: string) => context.includeHiddenRefs === true || !isHidden(name);
  const before = new Map(fetched.filter(({ name }) => isWanted(name)).map(({ name, oid }) => [name, oid]));
  const offered = [...now].filter(([name]) => isWanted(name));
  return offered.length === before.size && offered.every(([name, oid]) => before.get(name) === oid);
}
