/** Kept in memory only; never written to the database, a log, argv or an address. */
export interface Credentials {
  username: string;
  password: string;
}
