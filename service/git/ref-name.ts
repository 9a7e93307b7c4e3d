/** What git-check-ref-format(1) refuses. */
const REFUSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
  /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|\.$|\/$/;

/** Whether git takes it for the full name of a ref. */
export function isRefName(name: string): boolean {
  return /^refs\/[^/]+\//.test(name) && !REFUSED.test(name);
}
