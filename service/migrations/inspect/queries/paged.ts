/** A part of a list. */
export interface Paged<Row> {
  rows: Row[];
  /** Of all, not of this page. */
  total: number;
}

export interface PageWanted {
  limit: number;
  offset: number;
}
