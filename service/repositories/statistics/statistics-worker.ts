/** Worker thread that counts a repository's history and its newest files. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import type { RepositoryStatistics } from '../../vocabulary/repository-statistics.ts';
import { FileCount } from './count-files.ts';
import { HistoryCount } from './count-history.ts';
import { LineCount, MOST_COMMITS } from './count-lines.ts';

const HEADS = 'refs/heads/';

serveJob<string, RepositoryStatistics>(async (repository, _post, signal) => {
  const place = ['-c', 'core.quotePath=off', '--git-dir', repository];
  const failure = ({ stderrTail }: { stderrTail: string }) => Failure.of('git.commits_not_counted', {}, stderrTail);
  const refs = { branches: 0, tags: 0 };
  const branches = new Map<string, string>();
  await runGit({
    args: [...place, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/', 'refs/tags/'],
    ...{ signal, failure },
    onStdout: (line) => {
      const at = line.indexOf(' ');
      const name = line.slice(at + 1);
      if (name.startsWith(HEADS)) branches.set(name.slice(HEADS.length), line.slice(0, at));
      refs[name.startsWith(HEADS) ? 'branches' : 'tags'] += 1;
    },
  }).done;
  const history = new HistoryCount();
  // Addresses and names as they stand in the commits: a mailmap of the source is not ours to believe.
  if (refs.branches + refs.tags > 0) {
    await runGit({
      args: [...place, 'log', '--no-mailmap', '--branches', '--tags', '--format=%at%x09%ae%x09%an'],
      ...{ signal, failure },
      onStdout: (line) => history.take(line),
    }).done;
  }
  const counted = history.result();
  const lines = new LineCount();
  let head: string | null = null;
  if (refs.branches > 0 && counted.commits <= MOST_COMMITS) {
    await runGit({
      args: [...place, 'log', '--branches', '--format=%H%x09%P%x09%at'],
      ...{ signal, failure },
      onStdout: (line) => lines.take(line),
    }).done;
    await runGit({
      args: [...place, 'symbolic-ref', '--quiet', '--short', 'HEAD'],
      signal,
      // A head that names a commit.
      successExitCodes: 'any',
      onStdout: (line) => {
        head = line;
      },
    }).done;
  }
  const files = new FileCount();
  await runGit({
    args: [...place, 'ls-tree', '-r', '-l', '--full-tree', 'HEAD'],
    signal,
    // A repository whose default branch has no commit.
    successExitCodes: 'any',
    onStdout: (line) => files.take(line),
  }).done;
  return { ...refs, ...counted, lines: lines.result(branches, head), ...files.result() };
});
