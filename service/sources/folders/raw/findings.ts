/** The sentences about what Git has no place for, counted while revisions arrive. */
import { type Said, say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import type { FindingCollector } from '../../findings.ts';

const PROPERTY_SENTENCES: Record<string, Said> = {
  'svn:keywords': say('svn:keywords are not expanded in Git; files hold their contents as stored.'),
  'svn:eol-style': say(
    'svn:eol-style has no counterpart in Git objects; files hold their contents as stored. Use .gitattributes where line ends matter.',
  ),
  'svn:mime-type': say('svn:mime-type has no counterpart in Git.'),
  'svn:needs-lock': say('svn:needs-lock has no counterpart in Git.'),
};

/** Properties that become something in Git, or are reported by what they say rather than that they are. */
const HANDLED = new Set([
  'svn:executable',
  'svn:special',
  'svn:mergeinfo',
  'svn:ignore',
  'svn:global-ignores',
  'svn:externals',
  'svnmerge-integrated',
]);

/** Counts a property that was set on a path in a revision. */
export function notePropertySet(findings: FindingCollector, name: string, path: string, revision: number): void {
  if (HANDLED.has(name)) return;
  const example = `${showPath(path)} (r${revision})`;
  const sentence = PROPERTY_SENTENCES[name];
  if (sentence !== undefined) findings.add(name.replace(/[:-]/g, '_'), 'info', sentence, example);
  else
    findings.add(
      'other_properties',
      'info',
      say('Properties of files and folders that Git has no place for were left out.'),
      `${showPath(name)} on ${example}`,
    );
}

/** Kind of the finding that makes mapping take such names out. */
export const DOT_GIT = 'dot_git_name';

export function noteDotGit(findings: FindingCollector, path: string, revision: number): void {
  findings.add(
    DOT_GIT,
    'warning',
    say(
      'Git refuses files and folders named ".git", and symbolic links named ".gitmodules"; they were left out and are in the staging repository only.',
    ),
    `${showPath(path)} (r${revision})`,
  );
}

export function noteOddSpecial(findings: FindingCollector, path: string, revision: number): void {
  findings.add(
    'special_not_link',
    'warning',
    say('A file has svn:special but is not a symbolic link; it stays an ordinary file.'),
    `${showPath(path)} (r${revision})`,
  );
}

export function noteGuessedText(findings: FindingCollector, what: string, revision: number): void {
  findings.add(
    'not_utf8',
    'warning',
    say('A log message or author was not UTF-8 and was read as windows-1252.'),
    `${what} of r${revision}`,
  );
}

/** Of folders alone: of a server's message svnrdump and svn bring what stands before it. */
export function noteNul(findings: FindingCollector, revision: number): void {
  findings.add(
    'message_with_nul',
    'info',
    say('A log message held a NUL byte, which no message in Git can: it was left out.'),
    `r${revision}`,
  );
}

export function noteNoAuthor(findings: FindingCollector, revision: number): void {
  findings.add('no_author', 'info', say('Revisions without an author got the name "(no author)".'), `r${revision}`);
}

export function noteNoDate(findings: FindingCollector, revision: number): void {
  findings.add(
    'no_date',
    'warning',
    say('Revisions without a readable date got the date of the revision before.'),
    `r${revision}`,
  );
}

/** Git's own tools take no time before 1970 (git-commit(1), "Date formats"). */
export function noteEarlyDate(findings: FindingCollector, revision: number, date: string): void {
  findings.add(
    'date_before_1970',
    'warning',
    say('Revisions from before 1970 got the first second of 1970, as Git knows no earlier time.'),
    `r${revision}: ${date}`,
  );
}

export function noteEmptyRevision(findings: FindingCollector, revision: number): void {
  findings.add(
    'empty_revision',
    'info',
    say('Revisions that change no file or folder belong to no branch; they are in the staging repository only.'),
    `r${revision}`,
  );
}

/** Whether a Subversion server's rules may hide a part of a revision, by the properties that it sent of it. */
export function saysHidden(said: ReadonlyMap<string, string>): boolean {
  return !said.has('svn:log');
}

/**
 * What a Subversion server's rules hide: of a revision of which nothing may be read it says nothing at all, of one of which a
 * part may be read no message (svnserve and mod_dav_svn 1.14, `svn_repos_fs_revision_proplist`).
 */
export function noteHidden(findings: FindingCollector, revision: number, said: ReadonlyMap<string, string>): void {
  if (!saysHidden(said)) return;
  if (said.has('svn:author') || said.has('svn:date')) {
    findings.add(
      'revision_partly_hidden',
      'warning',
      say(
        'The server says no message of these revisions: none was ever written, or its rules hide a part of them from this login.',
      ),
      `r${revision}`,
    );
    return;
  }
  findings.add(
    'revision_hidden',
    'warning',
    say(
      'The server says nothing of these revisions: its rules hide them from this login. What they changed did not come. Ask for the right to read the whole repository, and import again.',
    ),
    `r${revision}`,
  );
}

/** Whether rules of the server were seen to hide something. */
export function isSomeHidden(findings: FindingCollector): boolean {
  return ['revision_hidden', 'revision_partly_hidden', 'folder_only'].some((kind) => findings.has(kind));
}

/**
 * A copy of a folder shows at its new place what the rules hide at its old one. The server sends the copy as such, without what was
 * hidden, and later what changes in it.
 */
export function noteHiddenBefore(findings: FindingCollector, path: string, revision: number): void {
  findings.add(
    'hidden_before',
    'warning',
    say(
      'These changes speak of files and folders that the server did not send before: its rules hide from this login what they were copied from. They came without it, or not at all. Ask for the right to read the whole repository, and import again.',
    ),
    `${showPath(path)} (r${revision})`,
  );
}

/** The root of the repository may not be read, a folder of it may. */
export function noteFolderOnly(findings: FindingCollector, folder: string): void {
  findings.add(
    'folder_only',
    'warning',
    say(
      'The server lets this login read one folder only. Its history came, without where copies from other folders had come from.',
    ),
    `/${folder}`,
  );
}
