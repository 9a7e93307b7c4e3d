/** How a remote stood after the last push to what the repository has now. Nobody asks the remote for it. */
export interface Standing {
  /** `unknown` where it was pushed to by a version that did not keep what it pushed, the refs cannot be read, or all of them are gone. */
  state: 'in_sync' | 'behind' | 'unknown';
  /** Refs of ours that it has not, or has at another object; null when unknown, as all counts. */
  refs_behind: number | null;
  /** Commits of those that it has not. */
  commits_behind: number | null;
  /** Commits that it had. */
  commits_pushed: number | null;
}

/** What is compared. */
export interface StandingJob {
  /** The bare repository. */
  path: string;
  /** What the last push left, as `encodeRefs` made it. */
  kept: Uint8Array;
  /** Beginnings of the names of refs that are pushed. */
  prefixes: readonly string[];
}
