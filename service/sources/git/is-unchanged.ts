import { join } from 'node:path';
import { eachRef } from '../../git/bare-repository.ts';
import { isRefused } from '../../git/ref-name.ts';
import { RefsInOrder } from '../refs-in-order.ts';
import { readRemoteRefs } from '../remote-refs.ts';
import type { SourceContext } from '../source.ts';
import { isHidden } from './hidden-refs.ts';
import { isOtherwiseShallow } from './older-history.ts';

/** Whether the source offers the refs that were fetched, at the same objects. @throws Failure when it does not answer */
export async function isUnchanged(url: string, context: SourceContext): Promise<boolean> {
  const isWanted = (name: string) => (context.includeHiddenRefs === true || !isHidden(name)) && !isRefused(name);
  const staging = join(context.folder, 'staging.git');
  if (await isOtherwiseShallow(url, staging, context.signal)) return false;
  const before = new RefsInOrder();
  const keep = (name: string, oid: string) => {
    if (isWanted(name)) before.add(name, oid);
  };
  await eachRef(staging, keep, context.signal);
  let other = 0;
  await readRemoteRefs(url, context, (name, oid) => {
    if (isWanted(name) && !before.take(name, oid)) other += 1;
  });
  return other === 0 && before.left === 0;
}
