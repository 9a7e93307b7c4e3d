/** The worker thread that reads a repository's log, so that a layout can be tried before anything is fetched. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runTool } from '../../processes/run.ts';
import { serveJob } from '../../processes/workers.ts';
import type { OutlineJob, SourceOutline } from '../outline/outline.ts';
import { LogHistory } from './log-history.ts';
import { RawHistory } from './raw/history.ts';
import { svnInfo } from './svn-info.ts';
import { accessArguments, type SvnAccess, svnEnvironment, svnUrl } from './svn-tool.ts';
import { SvnXml } from './svn-xml.ts';
import { noSense, toolFailure } from './tool-failure.ts';

serveJob<OutlineJob, SourceOutline>(async (job, _post, signal) => {
  const asked = svnUrl(job.url);
  if (asked === null) throw Failure.of('subversion.no_address', { address: job.url });
  const privateFolder = join(job.folder, 'private');
  mkdirSync(privateFolder, { mode: 0o700 });
  const access: SvnAccess = { credentials: job.credentials, privateFolder, signal };
  const info = await svnInfo(access, asked);
  const history = RawHistory.open(join(job.folder, 'fetch'), job.root ?? info.folder);
  try {
    history.uuid = info.uuid;
    const log = new LogHistory(history);
    await readLog(access, info.rootUrl, info.youngest, log);
    log.upTo(info.youngest);
    history.checkpoint();
    return { revisions: info.youngest, layout: history.layout, unclear: log.unclear };
  } finally {
    history.close();
  }
});

async function readLog(access: SvnAccess, rootUrl: string, youngest: number, log: LogHistory): Promise<void> {
  if (youngest === 0) return;
  const xml = new SvnXml((element) => log.add(element));
  await runTool({
    command: 'svn',
    args: ['log', '-v', '--xml', '-r', `1:${youngest}`, ...accessArguments(access, rootUrl), '--', `${rootUrl}@`],
    env: svnEnvironment(rootUrl),
    signal: access.signal,
    onStdout: (line) => xml.write(`${line}\n`),
    ...(access.credentials === null
      ? {}
      : { stdin: `${access.credentials.password}\n`, secrets: [access.credentials.password] }),
    failure: ({ stderrTail }) => toolFailure('svn', rootUrl, stderrTail),
  }).done;
  try {
    xml.end();
  } catch (error) {
    throw noSense(rootUrl, error);
  }
}
