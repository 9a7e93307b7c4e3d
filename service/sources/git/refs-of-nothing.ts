import { Failure } from '../../failures/failure.ts';
import { listRemoteRefs } from '../remote-refs.ts';
import type { SourceContext } from '../source.ts';

/** Refs that a sentence names. */
const MOST_NAMED = 3;
const ZEROS = '0'.repeat(40);
/** Files that Windows, macOS and Google Drive lay into every folder. */
const OF_SYSTEMS = /\/(?:desktop\.ini|thumbs\.db|\.ds_store)$/i;

/**
 * Why a source does not send what its refs name. Git tells the id alone (`upload-pack.c`, "not our ref"): zeros for a ref whose
 * file holds no id. So the source is asked which refs those are.
 * @param stderr what git wrote when it failed
 * @returns null where git failed for another reason
 * @throws Failure when the source does not answer any more
 */
export async function refsOfNothing(stderr: string, url: string, context: SourceContext): Promise<Failure | null> {
  // Of a ref whose name it does not take git says that it is there, with zeros, and sends nothing (`refs/files-backend.c`).
  const isMisnamed = /bad object 0+$/m.test(stderr);
  const object = isMisnamed ? ZEROS : /not our ref ([\da-f]{40,})/.exec(stderr)?.[1];
  if (object === undefined) return null;
  const all = [...(await listRemoteRefs(url, context))].filter(([, oid]) => oid === object).map(([name]) => name);
  const named = { refs: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) };
  if (isMisnamed) return all.length === 0 ? null : Failure.of('git.refs_misnamed', named, stderr);
  if (all.length > 0 && all.every((name) => OF_SYSTEMS.test(name))) {
    return Failure.of('git.refs_of_systems', named, stderr);
  }
  if (all.length === 0) return Failure.of('git.refs_moved', { object }, stderr);
  return /^0+$/.test(object)
    ? Failure.of('git.refs_empty', named, stderr)
    : Failure.of('git.refs_name_nothing', { object, ...named }, stderr);
}
