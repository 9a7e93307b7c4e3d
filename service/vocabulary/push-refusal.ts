/** Why a remote refuses branches and tags. */

export type RefusalReason =
  | 'large_files'
  | 'secrets'
  | 'lfs'
  | 'room'
  | 'workflows'
  | 'objects'
  | 'signatures'
  | 'people'
  | 'messages'
  | 'names'
  | 'protected'
  | 'overwriting';

/** What failures of refused refs are made of. */
export type Refusals = {
  /** The first of them, each with the remote's reason. */
  refs: readonly string[];
  /** How many were refused beside those. */
  more: number;
  /** What the remote said, line by line. */
  said: readonly string[];
  /** Null where its words are not known, missing in what earlier versions stored. */
  reason?: RefusalReason | null;
};
