/** The files of one folder as the server has them now, in one answer: `svnrdump` of one revision. */
import { Failure } from '../../failures/failure.ts';
import { runTool } from '../../processes/run.ts';
import { DumpParser, parseProperties } from './dump/parser.ts';
import { accessArguments, below, type SvnAccess, svnEnvironment } from './svn-tool.ts';
import { toolFailure } from './tool-failure.ts';

const GONE = /E160013|Target path .* does not exist/;

export interface ServedFile {
  /** Hex MD5 of the text; null where the server does not say it. */
  md5: string | null;
  executable: boolean;
  /** With svn:special. */
  special: boolean;
}

/**
 * @param budget bytes of answers that are read, less those of this one; where they are used up it is not read on
 * @returns files by path relative to the folder; null when the answer is longer, or the folder gone from the youngest revision, where
 * svnrdump begins
 * @throws Failure
 */
export async function servedFiles(
  access: SvnAccess,
  rootUrl: string,
  folder: string,
  revision: number,
  budget = { left: Number.POSITIVE_INFINITY },
): Promise<Map<string, ServedFile> | null> {
  const url = below(rootUrl, folder);
  const { credentials, signal } = access;
  const tool = runTool({
    command: 'svnrdump',
    args: ['dump', '-q', '-r', `${revision}:${revision}`, ...accessArguments(access, url), '--', url],
    env: svnEnvironment(url),
    signal,
    ...(credentials === null ? {} : { stdin: `${credentials.password}\n`, secrets: [credentials.password] }),
    onStdout: 'stream',
    failure: ({ stderrTail }) => toolFailure('svnrdump', url, stderrTail),
  });
  const files = new Map<string, ServedFile>();
  const prefix = folder === '' ? '' : `${folder}/`;
  try {
    const parser = new DumpParser(tool.stdout as AsyncIterable<Buffer>, (bytes) => {
      budget.left -= bytes;
      if (budget.left < 0) throw new RangeError('too long');
    });
    for (let record = await parser.next(); record !== null; record = await parser.next()) {
      if (record.kind !== 'node' || record.isDirectory !== false) continue;
      const path = Buffer.from(record.path, 'latin1').toString('utf8');
      if (!path.startsWith(prefix)) continue;
      const names = (record.properties === null ? [] : parseProperties(record.properties)).map(([name]) => name);
      files.set(path.slice(prefix.length), {
        md5: record.textMd5,
        executable: names.includes('svn:executable'),
        special: names.includes('svn:special'),
      });
    }
    await tool.done;
  } catch (error) {
    await tool.stop();
    // The tool's own words say more than the stream that it left.
    const said = await tool.done.catch((failure: unknown) => failure);
    signal.throwIfAborted();
    if (budget.left < 0) return null;
    if (said instanceof Failure && GONE.test(said.detail)) return null;
    throw said instanceof Failure ? said : error;
  }
  return files;
}
