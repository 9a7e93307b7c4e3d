/** What svn answers in XML, read when it has said all. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { runTool } from '../../processes/run.ts';
import { accessArguments, GONE, type SvnAccess, svnEnvironment } from './svn-tool.ts';
import { SvnXml, type XmlElement } from './svn-xml.ts';
import { noSense, toolFailure } from './tool-failure.ts';

const PIECE = 256 << 10;

export interface SvnQuestion {
  command: readonly string[];
  revision: number;
  /** In the same revision, one or several. */
  urls: readonly string[];
}

/**
 * Asks svn. Its answer goes through a file: it is written entry by entry, and a pipe's reader would be woken for each of them
 * (a list of 800 files took 0.3 s and more so, 0.03 s by a file).
 * @returns whether all that was asked for is there; what was told before is then part of an answer
 * @throws Failure
 */
export async function askSvn(
  access: SvnAccess,
  { command, revision, urls }: SvnQuestion,
  onElement: (element: XmlElement) => void,
): Promise<boolean> {
  const { credentials, signal, privateFolder } = access;
  const [first = ''] = urls;
  const path = join(privateFolder, `answer-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    const { code, stderrTail } = await runTool({
      command: 'svn',
      successExitCodes: 'any',
      args: [
        ...[...command, '--xml', '--recursive', '-r', String(revision), ...accessArguments(access, first), '--'],
        ...urls.map((url) => `${url}@${revision}`),
      ],
      env: svnEnvironment(first),
      signal,
      ...(credentials === null ? {} : { stdin: `${credentials.password}\n`, secrets: [credentials.password] }),
      stdoutTo: file,
    }).done;
    // It may be gone from the youngest revision: then there is nothing to compare. Everything else is told.
    if (code !== 0 && !GONE.test(stderrTail)) throw toolFailure('svn', first, stderrTail);
    if (code !== 0) return false;
    readXml(file, first, onElement);
    return true;
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

function readXml(file: number, url: string, onElement: (element: XmlElement) => void): void {
  const xml = new SvnXml(onElement);
  const text = new StringDecoder('utf8');
  const piece = Buffer.allocUnsafe(PIECE);
  let at = 0;
  for (let got = readSync(file, piece, 0, PIECE, at); got > 0; got = readSync(file, piece, 0, PIECE, at)) {
    xml.write(text.write(piece.subarray(0, got)));
    at += got;
  }
  try {
    xml.end();
  } catch (error) {
    throw noSense(url, error);
  }
}
