import { say } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { runGit } from '../../../git/git.ts';
import type { MappedRef } from '../../../vocabulary/history.ts';
import type { Check } from '../../../vocabulary/report.ts';

/** Refs whose files are compared one by one. */
const MOST_COMPARED = 50;

/** Whether nothing but `.gitignore` changed in the files of refs. @throws Failure */
export async function ignoreCheck(
  repository: string,
  before: readonly MappedRef[],
  after: readonly MappedRef[],
  signal: AbortSignal,
): Promise<Check> {
  const now = new Map(after.map(({ name, oid }) => [name, oid]));
  const moved = before.filter(({ name, oid }) => now.get(name) !== oid);
  const compared = moved.slice(0, MOST_COMPARED);
  const others: string[] = [];
  for (const { name, oid } of compared) {
    const { stdout } = await runGit({
      args: [
        ...['--git-dir', repository, 'diff-tree', '-r', '-z', '--name-only', '--no-renames'],
        ...[`${oid}^{tree}`, `${now.get(name)}^{tree}`],
      ],
      signal,
      failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
    }).done;
    for (const path of stdout.split('\0')) if (path !== '' && path !== '.gitignore') others.push(path);
  }
  return {
    subject: say('All refs'),
    what:
      compared.length < moved.length
        ? say(
            'files other than .gitignore that changed when .hgignore was translated, {compared} of {moved} refs compared',
            { compared: compared.length, moved: moved.length },
          )
        : say('files other than .gitignore that changed when .hgignore was translated'),
    expected: '0',
    found: others.length === 0 ? '0' : `${others.length}: ${others.slice(0, 5).join(', ')}`,
    ok: others.length === 0,
  };
}
