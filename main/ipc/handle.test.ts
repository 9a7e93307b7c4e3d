import type { IpcMainInvokeEvent } from 'electron';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { IpcAnswer } from './contract.ts';
import type { IpcHandlers } from './handle.ts';

type Listener = (event: IpcMainInvokeEvent, argument: unknown) => Promise<IpcAnswer>;
const listeners = vi.hoisted(() => new Map<string, unknown>());

vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, listener: unknown) => listeners.set(channel, listener) },
}));
vi.mock('./trusted-sender.ts', () => ({ isTrustedSender: () => true }));
vi.mock('../log.ts', () => ({ log: { warn: () => undefined, error: () => undefined } }));
// Files share modules with those before and after them in their process: not those that see this Electron.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { registerIpcHandlers } = await import('./handle.ts');

const ask = (method: string, argument: unknown) =>
  (listeners.get(`gantry:${method}`) as Listener)({} as IpcMainInvokeEvent, argument);

beforeEach(() => {
  const wholePath: IpcHandlers['wholePath'] = ({ path }) => path;
  registerIpcHandlers(Promise.resolve({ wholePath } as IpcHandlers), () => undefined);
});

it('tells whoever gave too much that it is too long, and needs no new start for that', async () => {
  expect(await ask('wholePath', { path: 'a' })).toEqual({ ok: true, value: 'a' });
  const tooLong = { ok: false, message: 'What was given here is too long. Shorten it and try again.' };
  expect(await ask('wholePath', { path: 'a'.repeat(5000) })).toEqual(tooLong);
  const signIn = { login: 'a'.repeat(101), password: 'secret', otp: null };
  expect(await ask('signIn', signIn)).toEqual(tooLong);
  expect(await ask('signIn', { ...signIn, more: true })).toMatchObject({
    ok: false,
    message: expect.stringContaining('disagree'),
  });
});
