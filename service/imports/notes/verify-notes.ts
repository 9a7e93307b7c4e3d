import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import { IdList } from '../../git/pack/id-list.ts';
import { ID_BYTES } from '../../git/pack/id-table.ts';
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
  const notes = new IdList();
  const ask = (args: string[], onStdout: (line: string) => void, stdin?: string) =>
    runGit({
      args: ['--git-dir', repository, ...args],
      signal,
      onStdout,
      failure,
      ...(stdin === undefined ? {} : { stdin }),
    }).done;
  if (published === wanted) {
    await ask(['ls-tree', '-r', '--name-only', '--full-tree', published], (path) => {
      const id = Buffer.from(path.replaceAll('/', ''), 'hex');
      if (id.length === ID_BYTES && notes.find(id) < 0) notes.add(id);
    });
  }
  const others = refs.filter(({ name }) => name !== NOTES_REF).map(({ oid }) => oid);
  const isThere = new Uint8Array(notes.count);
  const look = (id: string) => {
    const note = notes.find(Buffer.from(id, 'hex'));
    if (note >= 0) isThere[note] = 1;
  };
  others.forEach(look);
  await ask(['rev-list', '--stdin'], look, `${others.join('\n')}\n`);
  const there = isThere.reduce((sum, is) => sum + is, 0);
  return [
    check(say('object id'), wanted, published),
    check(say('notes to commits and tags that are there'), String(mapped.notes), String(there)),
  ];
}

const failure = ({ stderrTail }: ToolResult) => Failure.of('git.refs_not_read_for_verification', {}, stderrTail);

function check(what: Said, expected: string, found: string): Check {
  return { subject: NOTES_REF, what, expected, found, ok: expected === found };
}
