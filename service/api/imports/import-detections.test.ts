/** What a look at an address answers when it does not come to an end. */
import { parse } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startTestEngine } from '../../testing/engine.ts';

test('a look that takes too long is told as that, and not as a fault of the service', async () => {
  const { root } = parse(process.cwd());
  const engine = await startTestEngine();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  try {
    const { status, body } = await engine.api('POST', '/import_detections', { vcs_url: root });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('did not answer within');
  } finally {
    vi.restoreAllMocks();
    await engine.end();
  }
});
