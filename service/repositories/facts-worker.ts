/** Worker thread that looks into the default branch of a repository. */
import { runGit } from '../git/git.ts';
import { serveJob } from '../processes/workers.ts';
import { languageOf } from './languages.ts';
import { isLicenseFile, licenseOf } from './licenses.ts';

/** Longest file that is read as a licence, in bytes. */
const LONGEST_LICENSE = 256 << 10;
/** `<mode> <kind> <id> <size>\t<path>` (git-ls-tree(1)); odd paths stand in quotes. */
const LINE = /^\d+ blob ([\da-f]+) +(\d+)\t"?(.*?)"?$/;

export interface FoundInFiles {
  language: string | null;
  license: string | null;
}

serveJob<string, FoundInFiles>(async (repository, _post, signal) => {
  const bytes = new Map<string, number>();
  const licenses: { name: string; id: string }[] = [];
  const { code } = await runGit({
    args: ['--git-dir', repository, 'ls-tree', '-r', '-l', '--full-tree', 'HEAD'],
    encoding: 'latin1',
    successExitCodes: 'any',
    signal,
    onStdout: (line) => {
      const [, id = '', size = '', path = ''] = LINE.exec(line) ?? [];
      const language = languageOf(path);
      if (language !== null) bytes.set(language, (bytes.get(language) ?? 0) + Number(size));
      if (isLicenseFile(path) && Number(size) <= LONGEST_LICENSE) licenses.push({ name: path, id });
    },
  }).done;
  // A repository without a commit.
  if (code !== 0) return { language: null, license: null };
  const [first] = [...bytes].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1));
  return { language: first?.[0] ?? null, license: await licenseIn(repository, licenses, signal) };
});

/** The first that is known, by name; else that there is one. */
async function licenseIn(
  repository: string,
  files: readonly { name: string; id: string }[],
  signal: AbortSignal,
): Promise<string | null> {
  let found: string | null = null;
  for (const { id } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 5)) {
    const { stdout } = await runGit({ args: ['--git-dir', repository, 'cat-file', 'blob', id], signal }).done;
    const license = licenseOf(stdout);
    if (license !== 'NOASSERTION') return license;
    found = license;
  }
  return found;
}
