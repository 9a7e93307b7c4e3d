/** Where a checkout comes from: the folder holds no history, and its owner wants the repository. */
import { withoutLogin } from '../../network/without-login.ts';
import { runTool } from '../../processes/run.ts';
import { accessArguments, type SvnAccess, svnEnvironment } from './svn-tool.ts';

/** Nothing is asked of a server. */
const LONGEST_MS = 10_000;

/** @returns null where this Subversion cannot read the checkout, as one of before 1.7 */
export async function checkoutOrigin(folder: string, access: SvnAccess): Promise<string | null> {
  const { code, stdout } = await runTool({
    readsOnly: true,
    command: 'svn',
    args: ['info', '--show-item', 'url', '--no-newline', ...accessArguments(access, folder), '--', `${folder}@`],
    env: svnEnvironment(folder),
    signal: access.signal,
    timeoutMs: LONGEST_MS,
    successExitCodes: 'any',
  }).done;
  const address = stdout.trim();
  return code === 0 && URL.canParse(address) ? withoutLogin(address) : null;
}
