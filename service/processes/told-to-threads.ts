/**
 * What holds for the whole process (the data folder, the network, programs that were set): each job takes it along to the thread
 * that does it, so that a thread which waits for its next job need not be ended when something of it changes.
 */
let told: Record<string, unknown> = {};

/** Says what holds from now on. Work that runs keeps what it began with. @param value plain data: it is copied for each job */
export function tellThreads(key: string, value: unknown): void {
  told = { ...told, [key]: value };
}

/** What was said last, in this thread or in the one that gave it its job; undefined for nothing. */
export function toldToThreads(key: string): unknown {
  return told[key];
}

/** All of it, to be handed on with a job. */
export function allTold(): Readonly<Record<string, unknown>> {
  return told;
}

/** A job begins: what its giver knows holds. Values that are as before stay the same objects: something may be made of them. */
export function takeOver(everything: Readonly<Record<string, unknown>>): void {
  const isAsBefore = (key: string, value: unknown) => JSON.stringify(told[key]) === JSON.stringify(value);
  told = Object.fromEntries(
    Object.entries(everything).map(([key, value]) => [key, isAsBefore(key, value) ? told[key] : value]),
  );
}
