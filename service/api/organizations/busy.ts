import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { ApiError } from '../shared/errors.ts';

/** Refuses what would pull the floor from under work on a repository. @throws ApiError 403 */
export function refuseBusy(engine: Rooms<'isBusy'>, repository: { id: number; owner: string; name: string }): void {
  if (!engine.isBusy(repository.id)) return;
  throw new ApiError(
    403,
    say('An import, a comparison, a push or an export of {name} is running. Cancel it, or wait for its end.', {
      name: `${repository.owner}/${repository.name}`,
    }),
  );
}
