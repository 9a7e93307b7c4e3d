/** A repository's files that are not what this reader knows; `svnadmin`, which knows more, has the last word. */
export class FsfsError extends Error {}
