/** A moment as the tables and the API write it: UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
export function timestamp(at: Date = new Date()): string {
  return at.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
