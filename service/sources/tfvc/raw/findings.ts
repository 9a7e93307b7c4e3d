/** The sentences about what a changeset had that Git has no place for. */
import { say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { isRefused } from '../../../git/names/dot-git.ts';
import type { FindingCollector } from '../../findings.ts';
import { noteDotGit } from '../../folders/raw/findings.ts';
import { fold } from '../paths.ts';
import type { Plan } from './plan.ts';

const SENTENCES = {
  property: {
    kind: 'properties',
    severity: 'info',
    text: say('Properties of files, the executable bit among them, are not told by the server’s API and did not come.'),
  },
  content_gone: {
    kind: 'content_gone',
    severity: 'warning',
    text: say(
      'The server has these versions of files but no longer their content (it was destroyed, or the server fails at it each time); they were left out.',
    ),
  },
  from_elsewhere: {
    kind: 'from_elsewhere',
    severity: 'info',
    text: say(
      'Branches, merges and renames from other projects came with their contents, but without the other project’s history.',
    ),
  },
  comment_cut: {
    kind: 'comment_cut',
    severity: 'warning',
    text: say('The server cut the comments of these changesets off.'),
  },
  folder_unlisted: {
    kind: 'folder_unlisted',
    severity: 'warning',
    text: say(
      'The server did not list what lay in these folders at the changeset; their contents are those that the changeset names.',
    ),
  },
} as const;

/** Counts what a plan has for the report. */
export function notePlan(findings: FindingCollector, plan: Plan): void {
  const changeset = `C${plan.changeset.id}`;
  for (const { kind, path } of plan.notes) {
    const { kind: name, severity, text } = SENTENCES[kind];
    findings.add(name, severity, text, path === '' ? changeset : `${path} (${changeset})`);
  }
  const files = [...plan.files, ...plan.moves.flatMap((move) => move.content?.files ?? [])];
  for (const { path, isLink } of files)
    if (path.split('/').some((name, at, all) => isRefused(name, isLink && at === all.length - 1)))
      noteDotGit(findings, path, plan.changeset.id);
  for (const names of collisions(files)) {
    findings.add(
      'case_collision',
      'warning',
      say(
        'The server names files that differ in upper and lower case only, which its own rules forbid; the last of each came.',
      ),
      `${names} (${changeset})`,
    );
  }
  if (plan.changeset.seconds === null) {
    findings.add(
      'no_date',
      'warning',
      say('Changesets without a readable date got the date of the one before.'),
      changeset,
    );
  }
  const { removals, moves, folders, noted } = plan;
  if (files.length + removals.length + moves.length + folders.length + noted.length === 0) {
    findings.add(
      'empty_changeset',
      'info',
      say(
        'Changesets that change no file or folder of the project belong to no branch; they are in the staging repository only.',
      ),
      changeset,
    );
  }
}

/** Paths that another file of the changeset has in other case. */
function collisions(files: readonly { path: string }[]): string[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const shown = showPath(path);
    const other = seen.get(fold(shown));
    seen.set(fold(shown), shown);
    return other === undefined || other === shown ? [] : [`${other} and ${shown}`];
  });
}
