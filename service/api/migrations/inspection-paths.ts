/** What the routes below `/inspections/{id}` share. */

import type { Rooms } from '../../engine.ts';
import { Failure } from '../../failures/failure.ts';
import { sentenceFor } from '../../failures/language.ts';
import type { InspectionRow } from '../../store/inspections.ts';
import { idOf, requireInstallationOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { invalid, notFound } from '../shared/errors.ts';

/** The opened archive of a path. @throws ApiError 403, 404 */
export function findInspection(engine: Rooms<'inspections'>, c: ApiContext): InspectionRow {
  requireInstallationOwner(c);
  const row = engine.inspections.byId(idOf(c.req.param('id') ?? ''));
  if (row === undefined) throw notFound();
  return row;
}

/** Says what is wrong with the archive in place of a failure of the service. @throws ApiError 422 */
export async function archiveText<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'broken_source') throw error;
    throw invalid('Inspection', 'path', 'unprocessable', sentenceFor(error, 'inspection'));
  }
}
