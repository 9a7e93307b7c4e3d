import { afterEach, expect, it, vi } from 'vitest';
import { api, sentenceOf } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

it.each(['Not Found', 'Nicht gefunden'])(
  'says of what is gone what there is to do: %s is no sentence',
  async (message) => {
    const answered = (text: string) => ({ status: 404, headers: {}, body: JSON.stringify({ message: text }) });
    const request = vi
      .fn()
      .mockResolvedValueOnce(answered(message))
      .mockResolvedValueOnce(answered('No check was made yet.'));
    vi.stubGlobal('window', { gantry: { request } });
    const failed = () => api('GET /inspections/{id}', { path: { id: 7 } }).catch(sentenceOf);
    expect(await failed()).toBe(
      'It is not here any more, or you may not see it. Somebody may have removed or renamed it: go back and look there.',
    );
    expect(await failed()).toBe('No check was made yet.');
  },
);
