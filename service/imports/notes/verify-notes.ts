import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import type { ToolResult } from '../../processes/run.ts';
import type { MapResult } from '../../sources/source.ts';
import type { Check } from '../../vocabulary/report.ts';
import { NOTES_REF } from './notes-ref.ts';

/** Whether the notes that were written are published, each to a commit or tag that is there. @throws Failure */
export async function noteChecks(repository: string, mapped: MapResult, signal: AbortSignal): Promise<Check[]> {
  if (mapped.notes === undefined) return [];
  const refs = await listRefs(repository, signal);
  const wanted = mapped.refs.find(({ name }) => name === NOTES_REF)?.oid ?? '';
  const published = refs.find(({ name }) => name === NOTES_REF)?.oid ?? 'missing';
  const notes = new Set<string>();
  const ask = (args: string[], onStdout: (line: string) => void, stdin?: string) =>
    runGit({
      args: ['--git-dir', repository, ...args],
      signal,
      onStdout,
      failure,
      ...(stdin === undefined ? {} : { stdin }),
    }).done;
  if (published === wanted) {
    await ask(['ls-tree', '-r', '--name-only', '--full-tree', published], (path) =>
      notes.add(path.replaceAll('/', '')),
    );
  }
  const others = refs.filter(({ name }) => name !== NOTES_REF).map(({ oid }) => oid);
  const there = new Set(others.filter((oid) => notes.has(oid)));
  await ask(
    ['rev-list', '--stdin'],
    (id) => {
      if (notes.has(id)) there.add(id);
    },
    `${others.join('\n')}\n`,
  );
  return [
    check(say('object id'), wanted, published),
    check(say('notes to commits and tags that are there'), String(mapped.notes), String(there.size)),
  ];
}

const failure = ({ stderrTail }: ToolResult) => Failure.of('git.refs_not_read_for_verification', {}, stderrTail);

function check(what: Said, expected: string, found: string): Check {
  return { subject: NOTES_REF, what, expected, found, ok: expected === found };
}
