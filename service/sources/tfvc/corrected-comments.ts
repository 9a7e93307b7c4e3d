/**
 * Comments that were corrected on the server since their changesets came ("Changeset command" of tf: `/comment`): ids of what is
 * published stay, so commits keep what came, and the report says of which changesets.
 */
import { say } from '../../../language/sentence.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { FindingCollector } from '../findings.ts';
import { commitMessage } from '../folders/revision-text.ts';
import type { TfvcClient } from './api/client.ts';
import { listChangesets } from './api/server.ts';
import { treePath } from './paths.ts';
import type { JournalChangeset } from './raw/journal-line.ts';

const LONGEST_SHOWN = 60;

/**
 * @param path the project's folder on the server
 * @param lines what came, in order
 * @param upTo the last changeset of it; those behind it are not asked for
 */
export async function correctedComments(
  client: TfvcClient,
  path: string,
  lines: Iterable<JournalChangeset>,
  upTo: number,
): Promise<Finding[]> {
  const findings = new FindingCollector();
  const listed = listChangesets(client, path, 0, upTo);
  let now = await listed.next();
  for (const line of lines) {
    if (line.r > upTo) break;
    while (now.done !== true && now.value.id < line.r) now = await listed.next();
    if (now.done === true) break;
    if (now.value.id !== line.r) continue;
    const before = comparable(commitMessage(line));
    const after = comparable(commitMessage({ ...line, l: treePath(now.value.comment) }));
    if (before === after || (now.value.truncated && before.startsWith(after))) continue;
    findings.add(
      'revision_corrected',
      'warning',
      say(
        'The server has another comment for these changesets now than when they came. Their commits keep what came: import the source into a new repository to take it over.',
      ),
      `C${line.r}: “${firstLine(before)}” → “${firstLine(after)}”`,
    );
  }
  return findings.list();
}

/** Servers differ in ends of lines, and in what stands behind the last one. */
function comparable(comment: string): string {
  return comment.replace(/\r\n?/g, '\n').trimEnd();
}

function firstLine(comment: string): string {
  const [line = ''] = comment.split('\n');
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
}
