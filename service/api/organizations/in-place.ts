import type { Rooms } from '../../engine.ts';
import { InvalidRepository } from '../../repositories/invalid-repository.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { ApiError } from '../shared/errors.ts';

/**
 * Reads a repository's folder, which may be on its way to another name meanwhile.
 * @throws ApiError 503 when that is why it could not be read; whatever `read` throws
 */
export async function inPlace<Result>(
  { repositories }: Rooms<'repositories'>,
  row: RepositoryRow,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(repositories.path(row));
  } catch (error) {
    try {
      repositories.requireInPlace(row);
    } catch (moved) {
      if (moved instanceof InvalidRepository) throw new ApiError(503, moved.said, undefined, { 'Retry-After': '1' });
      throw moved;
    }
    throw error;
  }
}
