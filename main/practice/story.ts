/** The history of the repository to practise on: a small tool of six years, with what real histories have in them. */

export interface StoryNode {
  path: string;
  /** Text of a file; absent for folders and copies. */
  text?: string;
  /** A change of a file that is there. */
  changed?: true;
  copyOf?: { path: string; revision: number };
}

export interface StoryRevision {
  author: string;
  /** Milliseconds since 1970, UTC. */
  at: number;
  message: string;
  nodes: StoryNode[];
}

const START = Date.UTC(2019, 1, 4, 8, 30);
const DAY = 86_400_000;
/** Days between two revisions of the work on trunk. */
const PACE = 52;
const PEOPLE = ['anna', 'boris', 'mei.lin', 'CORP\\jweber'] as const;
const PARTS = ['parser', 'printer', 'network', 'report'] as const;

/** Revisions from the first on. */
export function story(): StoryRevision[] {
  const revisions: StoryRevision[] = [];
  const tell = (author: string, message: string, nodes: StoryNode[]) => {
    revisions.push({ author, at: START + revisions.length * PACE * DAY, message, nodes });
    return revisions.length;
  };
  tell('anna', 'Lay out the repository', [{ path: 'trunk' }, { path: 'branches' }, { path: 'tags' }]);
  tell('anna', 'A readme, and what is to be built', [
    { path: 'trunk/README', text: 'A tool to practise on.\n' },
    { path: 'trunk/src' },
    { path: 'trunk/docs' },
    { path: 'trunk/docs/plan.txt', text: 'Parser, printer, network, report.\n' },
  ]);
  for (const [index, part] of PARTS.entries())
    tell(PEOPLE[index % 2] ?? 'anna', `Begin the ${part}`, [{ path: `trunk/src/${part}.c`, text: source(part, 0) }]);
  let last = revisions.length;
  for (let round = 1; round <= 16; round++) {
    for (const [index, part] of PARTS.entries()) {
      if ((round + index) % 2 === 0) continue;
      const author = PEOPLE[(round + index) % PEOPLE.length] ?? 'anna';
      last = tell(
        author,
        round % 5 === 0 ? `${part}: step ${round}, as asked for in #${100 + round}` : `${part}: step ${round}`,
        [{ path: `trunk/src/${part}.c`, text: source(part, round), changed: true }],
      );
    }
    if (round === 6)
      tell('boris', 'Branch for 1.x', [{ path: 'branches/1.x', copyOf: { path: 'trunk', revision: last } }]);
    if (round === 8) {
      const fix = tell('mei.lin', 'Mend the readme on the branch', [
        { path: 'branches/1.x/README', text: 'A tool to practise on, 1.x.\n', changed: true },
      ]);
      tell('boris', 'Tag 1.0', [{ path: 'tags/1.0', copyOf: { path: 'branches/1.x', revision: fix } }]);
    }
    if (round === 14) tell('anna', 'Tag 2.0', [{ path: 'tags/2.0', copyOf: { path: 'trunk', revision: last } }]);
  }
  return revisions;
}

function source(part: string, round: number): string {
  return `/* ${part}, step ${round} */\n${Array.from({ length: 12 + round * 3 }, (_, line) => `int ${part}_${line} = ${round * line};`).join('\n')}\n`;
}
