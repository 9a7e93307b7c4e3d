import type { ProjectChoice } from '../../service/api/imports/import-schemas.ts';

/** Folders of the projects among choices: the whole repository is a choice, but no project among others. */
export function projectFolders(choices: readonly ProjectChoice[]): string[] {
  const roots = choices.flatMap(({ svn_root }) => (svn_root === undefined ? [] : [svn_root]));
  return roots.filter((folder) => !roots.some((other) => other !== folder && isWithin(other, folder)));
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}
