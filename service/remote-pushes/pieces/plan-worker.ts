/** Worker thread that measures what a push would send, and cuts it: millions of objects are listed for that. */
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Piece, Plan, PlanJob } from './plan.ts';

serveJob<PlanJob, Plan>(async (job, _post, signal) => {
  const graph = job.line === null ? null : await readGraph(job, signal);
  const { bytes, own } = await measure(job, graph, signal);
  if (graph === null || job.line === null) return { bytes, pieces: [], blocked: null };
  return { bytes, ...cut(lineTo(job.line, graph), graph, own, job.budget) };
});

/** Commits by their number, parents before children; parents that the remote has are left out, a first one as -1. */
interface Graph {
  oids: string[];
  numbers: Map<string, number>;
  parents: number[][];
}

async function readGraph(job: PlanJob, signal: AbortSignal): Promise<Graph> {
  const graph: Graph = { oids: [], numbers: new Map(), parents: [] };
  await runGit({
    args: ['--git-dir', job.path, 'rev-list', '--parents', ...SENT],
    stdin: revisions(job),
    signal,
    onStdout: (line) => {
      const [oid = '', ...parents] = line.split(' ');
      const numbers = parents.map((parent) => graph.numbers.get(parent) ?? -1);
      graph.numbers.set(oid, graph.oids.length);
      graph.oids.push(oid);
      graph.parents.push(numbers.filter((number, index) => index === 0 || number >= 0));
    },
  }).done;
  return graph;
}

/** What both lists begin with, so that they have the same order. */
const SENT = ['--topo-order', '--reverse', '--ignore-missing', '--stdin'];

function revisions({ tips, have }: PlanJob): string {
  return `${[...tips, ...have.map((oid) => `^${oid}`)].join('\n')}\n`;
}

/** @returns all bytes, and of each commit those of the objects that it is the first to have */
async function measure(
  job: PlanJob,
  graph: Graph | null,
  signal: AbortSignal,
): Promise<{ bytes: number; own: number[] }> {
  const own = new Array<number>(graph?.oids.length ?? 0).fill(0);
  let bytes = 0;
  let at = -1;
  const sizes = runGit({
    args: [
      '--git-dir',
      job.path,
      'cat-file',
      '--batch-check=%(objecttype) %(objectsize:disk) %(objectname)',
      '--buffer',
    ],
    stdin: 'pipe',
    signal,
    onStdout: (line) => {
      const [type = '', size = '', oid = ''] = line.split(' ');
      bytes += Number(size);
      if (type === 'commit') at = graph?.numbers.get(oid) ?? -1;
      if (at >= 0) own[at] = (own[at] ?? 0) + Number(size);
    },
  });
  const list = runGit({
    args: ['--git-dir', job.path, 'rev-list', '--objects', '--no-object-names', '--in-commit-order', ...SENT],
    stdin: revisions(job),
    signal,
    onStdout: 'stream',
  });
  list.stdout.pipe(sizes.stdin);
  await Promise.all([list.done, sizes.done]);
  return { bytes, own };
}

/** The commit and its first parents, oldest first. */
function lineTo(commit: string, { numbers, parents }: Graph): number[] {
  const line: number[] = [];
  for (let at = numbers.get(commit) ?? -1; at >= 0; at = parents[at]?.[0] ?? -1) line.push(at);
  return line.reverse();
}

function cut(line: readonly number[], graph: Graph, own: readonly number[], budget: number): Omit<Plan, 'bytes'> {
  const pieces: Piece[] = [];
  const seen = new Uint8Array(graph.oids.length);
  let open: Piece = { commit: '', bytes: 0 };
  for (const number of line) {
    const commit = graph.oids[number] ?? '';
    const bytes = reachedFirst(number, graph, own, seen);
    if (open.bytes > 0 && open.bytes + bytes > budget) {
      pieces.push(open);
      open = { commit, bytes: 0 };
    }
    if (bytes > budget) return { pieces, blocked: { commit, bytes } };
    open = { commit, bytes: open.bytes + bytes };
  }
  return { pieces, blocked: null };
}

/** Bytes of the commits that this one is the first to reach. */
function reachedFirst(number: number, { parents }: Graph, own: readonly number[], seen: Uint8Array): number {
  const waiting = [number];
  let bytes = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at < 0 || seen[at] === 1) continue;
    seen[at] = 1;
    bytes += own[at] ?? 0;
    waiting.push(...(parents[at] ?? []));
  }
  return bytes;
}
