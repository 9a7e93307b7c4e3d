/**
 * A plugin of the build that remembers the packages of every module in its output, and writes their notices at its end.
 * @param file where they are written
 * @param folders packages that are not built in but lie beside it
 */
export function collectNotices(
  file: string,
  folders: readonly string[],
): {
  name: string;
  generateBundle(options: unknown, bundle: Record<string, { modules?: Record<string, unknown> }>): void;
  writeBundle(): void;
};
