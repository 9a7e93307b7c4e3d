/**
 * Waits for all. The first failure stops the rest through `stop` and is thrown when none is under way any more,
 * so that nothing writes into what its owner closes.
 */
export async function allOrAbort<Result>(work: readonly Promise<Result>[], stop: AbortController): Promise<Result[]> {
  let first: { error: unknown } | null = null;
  await Promise.all(
    work.map((promise) =>
      promise.then(
        () => undefined,
        (error: unknown) => {
          first ??= { error };
          stop.abort(error);
        },
      ),
    ),
  );
  if (first !== null) throw (first as { error: unknown }).error;
  return await Promise.all(work);
}
