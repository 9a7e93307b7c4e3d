export interface HgRepository {
  /** Folder of the repository. */
  path: string;
  /** For messages: the address that the import was given. */
  url: string;
}
