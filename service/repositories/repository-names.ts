import { type Said, say } from '../../language/sentence.ts';
import { isReservedOnWindows } from '../git/names/file-names.ts';

/** Letters, digits, dot, hyphen and underscore; the name is also a folder's name. */
const NAME = /^[a-z\d._-]{1,100}$/i;

/** Whether a repository can have this name: on every system, so that data folders can be moved. */
export function isRepositoryName(name: string): boolean {
  return NAME.test(name) && !/^\.+$|\.git$|\.wiki$/i.test(name) && !isReservedOnWindows(name);
}

/** Sentence for a name that no repository can have. */
export function whyNoRepositoryName(name: string): Said {
  if (NAME.test(name) && isReservedOnWindows(name)) {
    return say(
      `"{name}" cannot be a repository's name: Windows keeps names such as "aux" and "con.txt" for devices and takes none that ends in ".". Choose another name, so that the data can be moved to any system.`,
      { name },
    );
  }
  return say(
    `"{name}" cannot be a repository's name: use letters, digits, ".", "-" and "_", at most 100 characters, not ending in ".git" or ".wiki".`,
    { name },
  );
}
