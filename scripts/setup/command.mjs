import { spawn } from 'node:child_process';
import { programOf } from './programs.mjs';
import { projectFolder } from './project.mjs';

/**
 * Runs a command to its end in the project's folder.
 * `output`: 'inherit' shows it, 'stderr' shows all of it on stderr, 'quiet' keeps it.
 * A signal sent to this process is passed on, so that Ctrl+C and SIGTERM end the child cleanly.
 * @returns {Promise<{code: number, stdout: string, stderr: string}>}
 */
export function runCommand(command, args, { env = process.env, cwd = projectFolder, output = 'inherit' } = {}) {
  const stdio = { inherit: 'inherit', stderr: ['inherit', 2, 2], quiet: ['ignore', 'pipe', 'pipe'] }[output];
  const program = programOf(command, env);
  const child = spawn(program.command, [...program.first, ...args], { cwd, env, stdio });
  const passOn = (signal) => child.kill(signal);
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);

  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    const finish = (result) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve(result);
    };
    child.on('error', (error) => finish({ code: 127, stdout, stderr: String(error.message) }));
    child.on('close', (code, signal) => finish({ code: code ?? (signal ? 128 : 1), stdout, stderr }));
  });
}
