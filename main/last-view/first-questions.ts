/**
 * What a page asks the engine before it can draw Home, as paths below `/api/v3`. A question that is not among them waits for the
 * engine: nothing else than time is lost where the page asks another one.
 */
export const FIRST_QUESTIONS = [
  '/user',
  '/user/orgs?per_page=100&page=1',
  '/user/work',
  '/user/repository_summaries?limit=100',
  '/user/imports?per_page=100&page=1&state=asking',
  '/user/trash?per_page=1',
] as const;
