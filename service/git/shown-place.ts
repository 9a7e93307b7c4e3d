import { basename, dirname, join } from 'node:path';

/**
 * A repository's folder as failures name it: `repositories/<owner>/<name>.git`, `imports/<id>/staging.git`. Where the data folder lies
 * is nothing for everybody who is told of a failure; the log has all of it.
 */
export function shownPlace(path: string): string {
  const folder = dirname(path);
  return join(basename(dirname(folder)), basename(folder), basename(path));
}
