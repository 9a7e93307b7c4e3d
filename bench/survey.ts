/** A survey of a Subversion repository over `svn://`. */
import { execFileSync } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { serveSvn } from '../service/testing/svn-sources.ts';
import { measure, median } from './measure.ts';
import { writeSubversionDump } from './subversion-repository.ts';
import { type Row, say } from './table.ts';

const REVISIONS = 15_000;
const FILES = 400;
const PROMISED_SECONDS = 3;

/** @throws Error when the survey fails, or leaves anything unknown */
export async function benchSurvey(folder: string, options: { runs: number }): Promise<Row[]> {
  say(`Making a Subversion repository of ${REVISIONS} revisions…`);
  const repository = join(folder, 'surveyed');
  const dump = join(folder, 'surveyed.dump');
  await writeSubversionDump(dump, REVISIONS, FILES);
  execFileSync('svnadmin', ['create', repository]);
  await measure('svnadmin', ['load', '-q', repository], { input: (stdin) => pipeline(createReadStream(dump), stdin) });
  rmSync(dump);
  const server = await serveSvn(dirname(repository), [repository], null);
  const script = fileURLToPath(new URL('./engine-survey.ts', import.meta.url));
  const seconds: number[] = [];
  try {
    for (let run = 1; run <= options.runs; run++) {
      const data = join(folder, 'survey-data');
      const { stdout } = await measure(process.execPath, [script, data, `${server.url}/surveyed`, 'subversion']);
      rmSync(data, { recursive: true });
      const survey = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as {
        seconds: number;
        revisions: number;
        unknown: string[];
      };
      if (survey.revisions !== REVISIONS || survey.unknown.length > 0) throw new Error(JSON.stringify(survey));
      seconds.push(survey.seconds);
      say(`Survey ${run}/${options.runs}: ${survey.seconds.toFixed(2)} s`);
    }
  } finally {
    await server.stop();
  }
  const measured = `${median(seconds).toFixed(2)} s`;
  return [
    {
      what: `Survey of ${REVISIONS} revisions over svn://`,
      gantry: measured,
      peer: '',
      ratio: measured,
      promised: `<= ${PROMISED_SECONDS} s`,
      ok: median(seconds) <= PROMISED_SECONDS,
    },
  ];
}
