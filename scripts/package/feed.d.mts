/** Into the app's resources. */
export function writeFeedAddress(app: string): void;
/** @returns the file's name */
export function writeFeed(release: { made: string; version: string }, files: readonly string[]): Promise<string>;
