/** Where a history is cut that goes to a remote in pieces. */

export interface PlanJob {
  /** The bare repository. */
  path: string;
  /** Objects that are to arrive with all that they reach. */
  tips: string[];
  /** Objects that the remote has with all that they reach; those that are not here are passed over. */
  have: string[];
  /** The commit whose line of first parents is cut; null where only the size is asked for. */
  line: string | null;
  /** Most bytes of a piece. */
  budget: number;
}

export interface Piece {
  /** A commit of the line; the piece is all that it reaches and the piece before does not. */
  commit: string;
  bytes: number;
}

export interface Plan {
  /** Bytes that the objects to be sent take in the repository: about what a push of all of them takes. */
  bytes: number;
  /** From the oldest on, none larger than the budget; what is behind the last one is no larger either, where nothing blocks. */
  pieces: Piece[];
  /** The first commit of the line that is larger than the budget by itself, with what is merged in it. */
  blocked: Piece | null;
}
