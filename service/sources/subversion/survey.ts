/** A Subversion repository's log and the listing of its newest files; contents are not asked for. */
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runTool } from '../../processes/run.ts';
import { FindingCollector } from '../findings.ts';
import { conventionalLayout } from '../folders/layout/conventional.ts';
import { NO_AUTHOR } from '../folders/revision-text.ts';
import { AuthorCount, PART_MS, type SourceSurvey, type SurveyJob } from '../survey/survey.ts';
import { svnInfo } from './svn-info.ts';
import { accessArguments, below, type SvnAccess, svnEnvironment, svnFolders, svnUrl } from './svn-tool.ts';
import { SvnXml, type XmlElement } from './svn-xml.ts';
import { noSense, toolFailure } from './tool-failure.ts';

/** A file over 100 MB (service.md, "Limits"). */
const LARGE_FILE = 104_857_600;

/** @throws Failure */
export async function surveySubversion(job: SurveyJob, signal: AbortSignal): Promise<SourceSurvey> {
  const asked = svnUrl(job.url);
  if (asked === null) throw Failure.of('subversion.no_address', { address: job.url });
  const access: SvnAccess = { credentials: job.credentials, privateFolder: job.privateFolder, signal };
  const info = await svnInfo(access, asked);
  const url = info.redirectedTo ?? asked;
  const [top = []] = await svnFolders(access, [url]);
  const layout = conventionalLayout('', top);
  const trunk = layout?.trunk ? below(url, layout.trunk) : url;
  const findings = new FindingCollector();
  const unknown: Said[] = [];
  const [log, listing] = await Promise.all([
    readLog(access, info.rootUrl, info.youngest),
    readListing(access, trunk).catch((error: unknown) => whenInTime(error, TOO_MANY, unknown, signal)),
    readExternals(access, trunk, findings).catch((error: unknown) => whenInTime(error, UNASKED, unknown, signal)),
  ]);
  if (layout === null) {
    findings.add(
      'no_standard_layout',
      'info',
      say(
        'There are no trunk, branches and tags folders where the address points. The branches are found in the whole history when it is fetched, and can be changed.',
      ),
      url,
    );
  }
  return {
    ...log,
    size: listing?.size ?? null,
    large_files: listing?.large ?? null,
    findings: findings.list(),
    unknown,
  };
}

const TOO_MANY = say(
  'The files of the newest revision are too many to be listed quickly. They are counted when they are fetched.',
);

/** Each file is asked for what only folders have: over a long line that takes its time where the listing came in one answer. */
const UNASKED = say(
  'Whether folders take in others from elsewhere (svn:externals) takes long to ask of this server. It is seen when they are fetched.',
);

/** What takes too long is unknown, not an error; everything else is. */
function whenInTime(error: unknown, said: Said, unknown: Said[], signal: AbortSignal): null {
  signal.throwIfAborted();
  if (!(error instanceof Failure) || error.kind !== 'unreachable') throw error;
  unknown.push(said);
  return null;
}

async function readLog(access: SvnAccess, rootUrl: string, youngest: number) {
  const count = new AuthorCount();
  await run(access, ['log', '-q', '--xml', '-r', `1:${youngest}`], rootUrl, ({ name, texts }) => {
    if (name === 'logentry') count.add(texts.author ?? NO_AUTHOR, Date.parse(texts.date ?? ''));
  });
  return count.result;
}

async function readListing(access: SvnAccess, url: string) {
  let size = 0;
  const large: { path: string; size: number }[] = [];
  await run(
    access,
    ['list', '-R', '--xml'],
    url,
    ({ name, texts }) => {
      if (name !== 'entry' || texts.size === undefined) return;
      const bytes = Number(texts.size);
      size += bytes;
      if (bytes > LARGE_FILE) large.push({ path: texts.name ?? '', size: bytes });
    },
    PART_MS,
  );
  return { size, large: large.sort((a, b) => b.size - a.size) };
}

async function readExternals(access: SvnAccess, url: string, findings: FindingCollector): Promise<null> {
  await run(
    access,
    ['propget', '-R', '--xml', 'svn:externals'],
    url,
    ({ name, attributes }) => {
      if (name !== 'target') return;
      findings.add(
        'svn_externals',
        'warning',
        say(
          'These folders take in others from elsewhere (svn:externals), which Git has no place for. They are listed in the report and stay out.',
        ),
        attributes.path ?? '',
      );
    },
    PART_MS,
  );
  return null;
}

async function run(
  access: SvnAccess,
  args: readonly string[],
  url: string,
  onElement: (element: XmlElement) => void,
  timeoutMs?: number,
): Promise<void> {
  const xml = new SvnXml(onElement);
  await runTool({
    command: 'svn',
    args: [...args, ...accessArguments(access, url), '--', `${url}@`],
    env: svnEnvironment(url),
    signal: access.signal,
    onStdout: (line) => xml.write(`${line}\n`),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(access.credentials === null
      ? {}
      : { stdin: `${access.credentials.password}\n`, secrets: [access.credentials.password] }),
    failure: ({ stderrTail }) => toolFailure('svn', url, stderrTail),
  }).done;
  try {
    xml.end();
  } catch (error) {
    throw noSense(url, error);
  }
}
