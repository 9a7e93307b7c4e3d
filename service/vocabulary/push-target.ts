/** How a remote stood to a repository that was pushed to it. */

export interface Refusal {
  ref: string;
  /** As git words it: `non-fast-forward`, `pre-receive hook declined`. */
  reason: string;
}

/** How a remote stands to the repository. Counts are of branches and tags together; lists hold at most 100 names. */
export interface PushTarget {
  /** Refs that the remote does not have yet. */
  new: number;
  forward: number;
  equal: number;
  /** Refs that only the remote has; they stay. */
  only_there: number;
  /** Refs that hold other history there, or that the remote's rules protect. */
  refused: Refusal[];
  refused_count: number;
  /** Full names of refs that were not pushed. */
  left_out: string[];
  left_out_count: number;
  /** Digest of the refs of other history and of what they hold there: an answer is good for this question alone. */
  seen?: string;
}
