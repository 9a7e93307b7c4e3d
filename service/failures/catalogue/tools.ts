/** Programs that cannot be started, or do not end. */
import { entry } from '../entry.ts';

export const tools = {
  'tool.no_answer': entry(
    'unreachable',
    (p: { command: string; seconds: number }) =>
      `"${p.command}" gave no answer within ${p.seconds} seconds. Check the address and the network, then try again.`,
  ),
  'tool.not_started': entry(
    'internal',
    (p: { command: string }) => `"${p.command}" could not be started. Free some memory and try again.`,
  ),
  'tool.missing': entry(
    'tool_missing',
    (p: { command: string; package: string }) =>
      `The program "${p.command}" was not found. Install ${p.package} (on Debian or Ubuntu: sudo apt install ${p.package}; on macOS: brew install ${p.package}; on Windows: its installer, with "add to PATH") and try again.`,
  ),
  'tool.too_old': entry(
    'tool_missing',
    (p: { command: string; version: string; oldest: string }) =>
      `"${p.command}" is of version ${p.version}, which foreign repositories can make run programs of theirs. Install ${p.oldest} or later and try again.`,
  ),
  'tool.failed': entry(
    'internal',
    (p: { command: string; how: string }, work) =>
      `"${p.command}" ended with an error (${p.how}). ${work.Again}; the log has its message.`,
  ),
};
