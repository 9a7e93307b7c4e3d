/** Password of the accounts that the bench makes. */
export const BENCH_PASSWORD = 'bench password';
