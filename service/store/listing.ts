/** Which part of a list is asked for: at most `limit` rows, -1 for all, after the first `offset`. */
export interface ListRange {
  limit: number;
  offset: number;
}

/** A part of a list, and how many rows the whole of it has. */
export interface Listing<Row> {
  rows: Row[];
  total: number;
}
