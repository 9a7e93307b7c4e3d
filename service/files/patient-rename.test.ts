import { expect, test } from 'vitest';
import { renamePatiently, renamePatientlyNow } from './patient-rename.ts';

/** Somebody holds the file for so many tries. */
function holder(tries: number, code: string) {
  const seen = { tries: 0 };
  const once = () => {
    seen.tries += 1;
    if (seen.tries <= tries) throw Object.assign(new Error(code), { code });
  };
  return { seen, once };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'on Windows a file that a scanner holds (%s) is renamed when it lets go',
  async (code) => {
    const now = holder(3, code);
    renamePatientlyNow('a', 'b', { platform: 'win32', once: now.once });
    expect(now.seen.tries).toBe(4);
    const later = holder(3, code);
    await renamePatiently('a', 'b', { platform: 'win32', once: async () => later.once() });
    expect(later.seen.tries).toBe(4);
  },
);

test('what no scanner does, and every other system’s answers, are told at once', async () => {
  for (const [platform, code] of [
    ['win32', 'ENOENT'],
    ['linux', 'EPERM'],
    ['darwin', 'EACCES'],
  ] as const) {
    const { seen, once } = holder(9, code);
    expect(() => renamePatientlyNow('a', 'b', { platform, once })).toThrow(code);
    await expect(renamePatiently('a', 'b', { platform, once: async () => once() })).rejects.toThrow(code);
    expect(seen.tries).toBe(2);
  }
});
