/** What an archive goes without although its records or its history name it: the installation does not have it. */
export interface ArchiveLacks {
  /** Different contents of large files (Git LFS) that commits have pointers to. */
  large_files: number;
  /** Attached files that records name. */
  attached_files: number;
  /** The first repositories and wikis of which something lacks, by name. */
  repositories: LackOf[];
  /** How many more of them there are. */
  more: number;
}

export interface LackOf {
  /** `owner/name`, or `owner/name.wiki`. */
  name: string;
  large_files: number;
  attached_files: number;
}
