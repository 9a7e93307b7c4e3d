/**
 * What a remote says when it refuses branches and tags: which of its lines say why, and what kind of rule that is. The words: GitHub's
 * as GitHub Desktop knows them (desktop/dugite, `lib/errors.ts` and its tests) and as people report them; GitLab's as its sources have
 * them (`ee/lib/ee/gitlab/checks/push_rules`, `lib/gitlab/checks`, `repository_size_error_message.rb`), and Forgejo's (`hook_pre_receive.go`);
 * those of Azure, Bitbucket, Gerrit, Gitee and Harness as people report them.
 */
import { withoutControls } from '../failures/quotable.ts';
import type { RefusalReason, Refusals } from '../vocabulary/push-refusal.ts';
import type { Refusal } from '../vocabulary/push-target.ts';

/** In this order: a host that names several rules is told by the first. */
const WORDS: readonly (readonly [RefusalReason, RegExp])[] = [
  [
    'large_files',
    /\bGH001\b|exceeds? GitHub's file size limit|one or more (?:files|blobs) which exceed|is larger than the allowed size of|object too large \(|files? (?:that (?:is|are) )?larger than \d+ ?[MG]i?B|contains files exceeding the size limit/i,
  ],
  [
    'secrets',
    /cannot contain secrets|\bGH009\b|Secrets detected in code|VS403654\b.*(?:secret|credential)|contains? one or more secrets/i,
  ],
  ['lfs', /\bGH008\b|unknown Git LFS objects?|LFS objects are missing/i],
  [
    'room',
    /exceed(?:ed)? the allocated storage|has exceeded its size limit|read only mode \(over \S+ \S+ size limit\)|repository size exceeds limit|\bQuota exceeded\b|over (?:its|the) (?:repository )?size limit|storage limit/i,
  ],
  // Git's own (builtin/unpack-objects.c, index-pack.c), wherever `receive.fsckObjects` is on.
  ['objects', /fsck error in pack/i],
  ['workflows', /refusing to allow .* to create or update workflow/i],
  ['signatures', /must (?:have verified signatures|be signed)|is not signed/i],
  [
    'people',
    /\bGH007\b|email privacy|'s e-?mail '.*' does not follow|is not a member of team|You cannot push commits for '|only push your own commits|expected committer (?:email|name)|is not registered in your account|committer verification|author email/i,
  ],
  ['messages', /Commit message (?:does not|must|contains)|missing Change-Id|DCO signoff|sign-?off/i],
  [
    'names',
    /\bGH00[25]\b|40 hex characters|40-character hexadecimal|refs longer than|Branch name does not follow|File name .* was prohibited|branch with a SHA-|File path is restricted/i,
  ],
  [
    'protected',
    /\bGH00[36]\b|protected (?:branch|tag|ref)|through (?:a )?pull requests?|TF402455|must use a pull request|creations being restricted|is protected\b|Cannot force-push to this|must not contain merge commits|Required status check|Permission denied to update branch|not allowed to (?:force )?push|prohibited by Gerrit/i,
  ],
  // Git's own (builtin/receive-pack.c), and JGit's, which says it of the ref alone; `git init --shared` sets it.
  ['overwriting', /denying non-fast-forward|^non-fast forward$/],
];

/** Lines of hosts that say where to read more, and that there is something to be read; git's own about what stands behind each ref. */
const BESIDE =
  /^(?:error: )?(?:(?:Analyzing objects|Validating commits|Storing (?:packfile|index))\.\.\. |Trace: |See https?:\/\/|\(\?\) (?:Learn|This repository)|https?:\/\/docs\.|Visit the repository settings page|Resolve the following|- GITHUB PUSH PROTECTION|hook declined to update refs\/)/;
/** Beginnings that every line of a host has. */
const BEGINNING = /^(?:error: |GitLab: |Gitea: |Forgejo: |fatal: )+/;
/** Lines and characters of a sentence: GitHub names up to five secrets in four lines each. */
const MOST_LINES = 10;
const MOST_CHARACTERS = 800;
const NAMED = 3;

/** What a failure says of refused refs. */
export function refusalsOf({
  refused,
  messages,
}: {
  refused: readonly Refusal[];
  messages: readonly string[];
}): Required<Refusals> {
  return {
    refs: refused.slice(0, NAMED).map(({ ref, reason }) => `${ref} (${reason})`),
    more: Math.max(0, refused.length - NAMED),
    said: tellingLines(messages),
    reason: reasonOf(refused, messages),
  };
}

function reasonOf(refused: readonly Refusal[], messages: readonly string[]): RefusalReason | null {
  const lines = [...messages, ...refused.map(({ reason }) => reason)];
  return WORDS.find(([, words]) => lines.some((line) => words.test(line)))?.[0] ?? null;
}

/** Lines with words: hosts draw frames and animals around them. */
export function tellingLines(messages: readonly string[]): string[] {
  const lines: string[] = [];
  let characters = 0;
  for (const message of messages) {
    if (BESIDE.test(message)) continue;
    const line = withoutControls(message)
      .replace(/—{2,}|([^\p{L}\p{N}\s])\1{2,}/gu, '')
      .replace(BEGINNING, '')
      .trim();
    if (!isOfWords(line) || lines.includes(line)) continue;
    characters += line.length;
    if (lines.length === MOST_LINES || (characters > MOST_CHARACTERS && lines.length > 0)) break;
    lines.push(line);
  }
  return lines;
}

/** Whether at least half of what is no space are letters and digits, and some of them stand together. */
function isOfWords(line: string): boolean {
  const signs = line.replace(/\s/g, '');
  const letters = signs.replace(/[^\p{L}\p{N}]/gu, '');
  return letters.length * 2 >= signs.length && /[\p{L}\p{N}]{2}/u.test(line);
}
