export interface HgRepository {
  /** Folder of the repository. */
  path: string;
  /** For messages: the address that the import was given. */
  url: string;
  /** Whether it is a copy that goes on from that of an earlier fetch. */
  goesOn?: boolean;
}
