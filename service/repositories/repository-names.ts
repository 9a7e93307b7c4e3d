/** Letters, digits, dot, hyphen and underscore; the name is also a folder's name. */
const NAME = /^[a-z\d._-]{1,100}$/i;

/** Whether a repository can have this name. */
export function isRepositoryName(name: string): boolean {
  return NAME.test(name) && !/^\.+$|\.git$|\.wiki$/i.test(name);
}
