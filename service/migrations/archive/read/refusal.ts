/** How names out of archives are shown. */

/** A name out of an archive as it may stand in a sentence: short, on one line, without control characters. */
export function shown(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  const clean = name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\u{fffd}');
  return `"${clean.length > 200 ? `${clean.slice(0, 200)}…` : clean}"`;
}
