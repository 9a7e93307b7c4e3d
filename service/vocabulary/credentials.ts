/** Kept in memory only; never written to the database, a log, argv or an address. */
export interface Credentials {
  username: string;
  password: string;
}

/** Whether they are a name without a password, as it stands in addresses that hosts show to be copied. */
export function isNameAlone(credentials: Credentials | null): boolean {
  return credentials !== null && credentials.username !== '' && credentials.password === '';
}
