import { runCommand } from '../setup/command.mjs';
import { SetupError } from '../setup/project.mjs';

/** Runs a packaging tool. @returns {Promise<string>} what it printed @throws SetupError with its last words */
export async function runTool(command, args, options = {}) {
  const { code, stdout, stderr } = await runCommand(command, args, { ...options, output: 'quiet' });
  if (code !== 0)
    throw new SetupError(
      `${command} ended with ${code}:\n${`${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n')}`,
    );
  return stdout;
}
