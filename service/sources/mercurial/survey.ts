import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { FindingCollector } from '../findings.ts';
import { AuthorCount, NOTHING_KNOWN, PART_MS, type SourceSurvey, type SurveyJob } from '../survey/survey.ts';
import { isBundleFile } from './bundle-file.ts';
import { isRepository, localFolder } from './clone.ts';
import { hgFailure } from './failures.ts';
import { type HgAccess, runHg } from './hg-tool.ts';
import { extensionsFor } from './requirements.ts';

/** A file over 100 MB (service.md, "Limits"). */
const LARGE_FILE = 104_857_600;

/** @throws Failure */
export async function surveyMercurial(job: SurveyJob, signal: AbortSignal): Promise<SourceSurvey> {
  const folder = localFolder(job.url);
  if (folder === null || !(isRepository(folder) || isBundleFile(folder))) {
    return {
      ...NOTHING_KNOWN,
      unknown: [say('A Mercurial server shows its history only to those who fetch it. It is counted then.')],
    };
  }
  const extensions = isRepository(folder) ? extensionsFor(folder) : [];
  const access: HgAccess = { credentials: null, privateFolder: job.privateFolder, signal, extensions };
  const count = new AuthorCount();
  const findings = new FindingCollector();
  const unknown: Said[] = [];
  const ask = async (args: string[], onStdout: (line: string) => void, timeoutMs?: number) => {
    await runHg(access, null, {
      args: ['-R', folder, ...args],
      cwd: job.privateFolder,
      onStdout,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      failure: ({ stderrTail }) => hgFailure(stderrTail, job.url, false),
    }).done;
  };
  let refersToOthers = false;
  let size: number | null = 0;
  const large: { path: string; size: number }[] = [];
  await Promise.all([
    ask(['log', '-T', '{date|hgdate} {ifcontains(".hgsub", files, "s", "-")} {user|firstline}\n'], (line) => {
      const [, seconds = '', subrepository, user = ''] = /^(\S+) \S+ (\S) (.*)$/.exec(line) ?? [];
      count.add(user, Number(seconds) * 1000);
      refersToOthers ||= subrepository === 's';
    }),
    ask(
      ['files', '-r', 'tip', '-T', '{size} {path}\n'],
      (line) => {
        const space = line.indexOf(' ');
        const bytes = Number(line.slice(0, space));
        if (size !== null) size += bytes;
        if (bytes > LARGE_FILE) large.push({ path: line.slice(space + 1), size: bytes });
      },
      PART_MS,
    ).catch(() => {
      signal.throwIfAborted();
      size = null;
      unknown.push(
        say('The files of the newest changeset could not be listed quickly. They are counted when they are fetched.'),
      );
    }),
  ]);
  if (refersToOthers) {
    const paths: string[] = [];
    const read = (line: string) => {
      // Where they lie may hold a login: their folders are enough. Comments and sections are no references.
      const path = /^\s*([^#;=[\s][^=]*?)\s*=/.exec(line)?.[1];
      if (path !== undefined) paths.push(path);
    };
    await ask(['cat', '-r', 'tip', join(folder, '.hgsub')], read).catch(() => {
      // The newest changeset has none any more.
      signal.throwIfAborted();
    });
    for (const path of paths.length > 0 ? paths : ['.hgsub'])
      findings.add(
        'subrepository',
        'warning',
        say(
          'The source refers to other repositories (.hgsub). The references come as files; import those repositories on their own.',
        ),
        path,
      );
  }
  return {
    ...count.result,
    size,
    large_files: size === null ? null : large.sort((a, b) => b.size - a.size),
    findings: findings.list(),
    unknown,
  };
}
