/** Looks at a source and fetches it as an import does, without an engine. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asFailure } from '../../../failures/as-failure.ts';
import type { Failure } from '../../../failures/failure.ts';
import type { MappedRef } from '../../../vocabulary/history.ts';
import type { Source, SourceContext } from '../../source.ts';

/** @param folder of the import, made here */
export function contextIn(folder: string, silenceMs = 20_000): SourceContext {
  const privateFolder = join(folder, 'private');
  mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  return {
    credentials: null,
    signal: new AbortController().signal,
    folder,
    privateFolder,
    silenceMs,
    onProgress: () => undefined,
    onLog: () => undefined,
    onAuthors: () => undefined,
  };
}

/** Fetches and maps. @returns the refs, or the failure that an import would show */
export async function outcomeOf(
  source: Source,
  url: string,
  context: SourceContext,
): Promise<{ failure: Failure | null; refs: MappedRef[] }> {
  try {
    const { layout } = await source.fetch(url, context);
    const { refs } = await source.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
    return { failure: null, refs };
  } catch (error) {
    return { failure: asFailure(error), refs: [] };
  }
}

/** The failure of a fetch or a mapping; null when all went well. */
export async function failureOf(source: Source, url: string, context: SourceContext): Promise<Failure | null> {
  return (await outcomeOf(source, url, context)).failure;
}

/** A sentence that says what happened and what to do, and shows nothing of our insides. */
export function expectSentence(failure: { kind: string; message: string } | null, what: string): void {
  expect(failure, what).not.toBeNull();
  expect(failure?.message, what).toMatch(/^["“]?[A-Z].*\.$/s);
  expect(failure?.message, what).not.toMatch(/\bat .*:\d+:\d+|undefined|\[object|E[A-Z]{4,}:/);
  expect(failure?.kind, `${what}: ${failure?.message}`).not.toBe('internal');
}
