/** Opening and restoring archives through the API, for tests. */
import { expect } from 'vitest';
import type { Answer, TestEngine } from './engine.ts';

/** Opens an archive and resolves when it was read, or refused. */
export async function openArchive(engine: TestEngine, path: string): Promise<Answer['body']> {
  const opened = await engine.api('POST', '/inspections', { path });
  expect(opened.body).toMatchObject({ path });
  return engine.until(async () => {
    const { body } = await engine.api('GET', `/inspections/${opened.body.id}`);
    return body.state === 'reading' ? undefined : body;
  });
}

/** Restores an opened archive and resolves at its end. */
export async function restoreOpened(engine: TestEngine, inspection: { id: number }): Promise<Answer['body']> {
  const started = await engine.api('POST', '/restores', { inspection_id: inspection.id });
  expect(started.body).toMatchObject({ inspection_id: inspection.id });
  return restoreEnd(engine, started.body.id);
}

/** Resolves when a restore has ended. */
export function restoreEnd(engine: TestEngine, id: number): Promise<Answer['body']> {
  return engine.until(async () => {
    const { body } = await engine.api('GET', `/restores/${id}`);
    return body.state === 'restored' || body.state === 'failed' ? body : undefined;
  });
}
