/** Messages that name revisions of the source name commits, where a person wants that. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted, say } from '../../../language/sentence.ts';
import { createBorrowing } from '../../git/borrowing-repository.ts';
import { publishPack } from '../../git/pack/index-pack.ts';
import { ObjectStore } from '../../git/pack/object-store.ts';
import { keepShallow } from '../../git/rewrite/shallow.ts';
import { writeNewRefs } from '../../git/write-refs.ts';
import { droppedSignatureFinding } from '../../lfs/convert/findings.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { MessageCounts } from '../../vocabulary/message-preview.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { shallowOf } from '../publish/shallow-ends.ts';
import { revisionRows } from '../revisions/write-revisions.ts';
import { ownMapping } from '../steps/own-mapping.ts';
import type { MapStep } from '../steps/step-job.ts';
import { keepBeforeMessages } from './before-messages.ts';
import { type LeftAlone, type Retold, retell } from './retell.ts';

/** Names that a finding shows. */
const MOST_EXAMPLES = 100;
const WHY: Record<LeftAlone['reason'], string> = {
  ambiguous: 'several commits',
  unknown: 'no commit',
  later: 'a later commit',
};

/**
 * A mapping whose messages were rewritten; the same one where that was not wanted, or no message names anything.
 * @throws Failure
 */
export async function withMessages(mapped: MapResult, step: MapStep, context: SourceContext): Promise<MapResult> {
  const { folder, signal } = context;
  const repository = join(folder, 'retold.git');
  await keepBeforeMessages(folder, mapped, step);
  rmSync(repository, { recursive: true, force: true });
  if (!step.wishes.messages) return mapped;
  context.onLog('info', say('Rewriting messages that name revisions of the source.'));
  await createBorrowing(repository, mapped.packs, shallowOf(mapped, join(folder, 'staging.git')));
  const rows = await revisionRows({ vcs: step.vcs, folder, repositoryPath: repository, mapped, signal });
  if (rows === null) return { ...mapped, findings: [...mapped.findings, UNCHANGED] };
  const scratch = join(folder, 'retelling');
  rmSync(scratch, { recursive: true, force: true });
  const store = ObjectStore.open(scratch, 'retold', 0, null);
  const dropped = { count: 0, examples: [] as string[] };
  const left: string[] = [];
  try {
    const { refs, counts, changed, made } = await retell({
      ...{ repository, refs: mapped.refs, vcs: step.vcs, rows, store, signal },
      onProgress: (done, total) =>
        context.onProgress({
          step: 'rewrite',
          fraction: total === 0 ? null : done / total,
          ...{ done, total, unit: 'commits', status_text: say('Rewriting messages that name old ids.') },
        }),
      onMessage: (message) => {
        if (left.length < MOST_EXAMPLES) left.push(...examplesOf(message));
      },
      onDropped: (what) => {
        dropped.count += 1;
        if (dropped.examples.length < MOST_EXAMPLES) dropped.examples.push(what);
      },
    });
    const findings = [...mapped.findings, ...findingsOf(counts, left.slice(0, MOST_EXAMPLES))];
    if (dropped.count > 0) findings.push(droppedSignatureFinding(dropped));
    if (changed.size === 0) return { ...mapped, findings };
    const { joined, told } = made ?? { joined: [], told: { count: 0, examples: [] } };
    if (joined.length > 0) findings.push({ ...JOINED, ...told });
    store.checkpoint();
    const pack = await publishPack(store.seal().path, repository, signal);
    await writeNewRefs(repository, mapped, signal);
    const shallow = keepShallow(repository, changed);
    const own = ownMapping(mapped);
    return {
      ...mapped,
      refs,
      findings,
      commit_count: mapped.commit_count - joined.length,
      packs: [...mapped.packs, pack],
      origin: { mapped: own.mapped, repository: own.repository ?? repository },
      retold: { repository, refs: mapped.refs, joined },
      ...(shallow === null ? {} : { shallow }),
      // It must see both histories.
      ...(mapped.conversion === undefined ? {} : { conversion: { ...mapped.conversion, repository } }),
    };
  } finally {
    store.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const UNCHANGED: Finding = {
  kind: 'messages_not_needed',
  severity: 'info',
  text: say('No message was rewritten: every commit has the id that it has in the source.'),
  count: 1,
  examples: [],
};

const JOINED: Pick<Finding, 'kind' | 'severity' | 'text'> = {
  kind: 'commits_joined_by_messages',
  severity: 'info',
  text: say(
    'The messages of these commits differed from those of another in nothing but old ids. With those rewritten they are one and the same commit as that one.',
  ),
};

function examplesOf({ id, left }: Retold): string[] {
  return left.map(({ text, reason }) => `${text} in ${id.slice(0, 12)}: ${WHY[reason]}`);
}

function findingsOf(counts: MessageCounts, examples: string[]): Finding[] {
  const { changed, rewritten, ambiguous, unknown, later } = counts;
  const findings: Finding[] = [];
  if (changed > 0) {
    findings.push({
      kind: 'messages_rewritten',
      severity: 'info',
      text: say(
        'Messages that name revisions of the source name the commits that those became: {names} in {messages}.',
        {
          names: rewritten === 1 ? say('1 name') : say('{count} names', { count: counted(rewritten) }),
          messages: changed === 1 ? say('1 message') : say('{count} messages', { count: counted(changed) }),
        },
      ),
      count: changed,
      examples: [],
    });
  }
  const count = ambiguous + unknown + later;
  if (count > 0) {
    findings.push({
      kind: 'messages_left',
      severity: 'info',
      text: say(
        'Names of revisions in messages stayed as they were: {ambiguous} could be several commits, no commit came of {unknown}, and {later} are of a commit that is made later.',
        { ambiguous, unknown, later },
      ),
      count,
      examples,
    });
  }
  return findings;
}
