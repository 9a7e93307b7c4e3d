/** Accounts, repositories, imports, migrations. */
export const DATABASE_FILE = 'gantry.sqlite';
/** Issues, pull requests and the like of restored archives. */
export const RECORDS_FILE = 'records.sqlite';
