/** Reads the archive again and puts what is wanted of it into the staging folder. */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { readArchive } from '../archive/read/read-archive.ts';
import type { MemberSink } from '../archive/read/tar-parser.ts';
import { endsEarly } from '../inspect/repository-members.ts';
import { type LeftOut, StagedRepository } from './bare-members.ts';
import type { RestoreJob } from './restore-job.ts';
import type { Wanted } from './wanted.ts';

export interface Staged {
  /** By full name in the archive; wikis end in `.wiki`. */
  repositories: ReadonlyMap<string, StagedRepository>;
  /** Files that came: paths below the data folder. */
  files: string[];
}

/** Where a repository of this full name here is staged. */
export function stagedFolder(staging: string, target: string, wiki: boolean): string {
  return join(staging, 'repositories', `${target}${wiki ? '.wiki' : ''}.git`);
}

/** @throws Failure (a sentence) */
export async function stage(
  job: RestoreJob,
  wanted: Wanted,
  signal: AbortSignal,
  onRead: (read: number) => void,
): Promise<Staged> {
  const repositories = new Map<string, StagedRepository>();
  const files: string[] = [];
  for (const [source, target] of wanted.repositories) {
    repositories.set(source, new StagedRepository(source, stagedFolder(job.staging, target, false)));
  }
  await readArchive(
    job.archive,
    {
      signal,
      expected: job.expected,
      onRead,
    },
    {
      file: (member): MemberSink | null => {
        const { place } = member;
        if (place.kind === 'repository') {
          const source = `${place.owner}/${place.name}`;
          const target = wanted.repositories.get(source);
          if (target === undefined) return null;
          const key = place.wiki ? `${source}.wiki` : source;
          let repository = repositories.get(key);
          if (repository === undefined) {
            repository = new StagedRepository(key, stagedFolder(job.staging, target, place.wiki));
            repositories.set(key, repository);
          }
          return repository.member(place.inside, member.size);
        }
        const target = wanted.files.get(member.path);
        if (target === undefined) return null;
        files.push(target);
        return fileSink(join(job.staging, target));
      },
    },
  );
  return { repositories, files };
}

function fileSink(path: string): MemberSink {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'wx', 0o644);
  return { write: (chunk) => writeWhole(file, chunk), end: () => closeSync(file) };
}

const SENTENCES: Record<LeftOut, (count: Said, example: string) => Said> = {
  hooks: (count, example) =>
    say('Hooks of {repositories} were left out, such as {example}: they are programs, and never run.', {
      repositories: count,
      example,
    }),
  config: (count) =>
    say('The configuration of {repositories} was not kept; Gantry writes its own.', { repositories: count }),
  alternates: (count) =>
    say('References of {repositories} to objects elsewhere on the disk were left out.', { repositories: count }),
  symbolic: (count, example) =>
    say('Refs of {repositories} that lead to another one, which is not there, were left out, such as {example}.', {
      repositories: count,
      example,
    }),
  other: (count, example) =>
    say('Files of {repositories} that are no Git data were left out, such as {example}.', {
      repositories: count,
      example,
    }),
};

function lacksLargeFiles(name: string, count: number): Said {
  return count === 1
    ? say(
        '1 large file (Git LFS) of {name} is not in the archive, only a pointer to it. Send it with "git lfs push --all" from a clone that has it.',
        { name },
      )
    : say(
        '{count} large files (Git LFS) of {name} are not in the archive, only pointers to them. Send them with "git lfs push --all" from a clone that has them.',
        { count, name },
      );
}

/** What was left out of the repositories, as sentences. */
export function leftOutNotes(repositories: Iterable<StagedRepository>): Said[] {
  const found = new Map<LeftOut, { count: number; example: string }>();
  const notWhole: Said[] = [];
  for (const { name, leftOut, shallow, absentLargeFiles: absent, unreachable: objects } of repositories) {
    if (shallow) notWhole.push(endsEarly(name));
    if (absent > 0) notWhole.push(lacksLargeFiles(name, absent));
    if (objects > 0) {
      notWhole.push(
        objects === 1
          ? say('1 object that no ref reaches was left out of {name}.', { name })
          : say('{count} objects that no ref reaches were left out of {name}.', { count: objects, name }),
      );
    }
    for (const [kind, inside] of leftOut) {
      const known = found.get(kind);
      if (known === undefined) found.set(kind, { count: 1, example: `${name}.git/${inside}` });
      else known.count += 1;
    }
  }
  const notes = [...found].map(([kind, { count, example }]) =>
    SENTENCES[kind](count === 1 ? say('1 repository') : say('{count} repositories', { count }), example),
  );
  return [...notes, ...notWhole];
}
