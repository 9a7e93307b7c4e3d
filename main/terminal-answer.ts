const HELP = `Gantry imports repositories from Subversion, Mercurial, Team Foundation and Git, offline, on your own machine.

Usage: gantry [options] [archive.tar.gz ...] [gantry://...]

  --data <folder>   where the database and the repositories lie (also: GANTRY_DATA)
  --version         says the version and ends
  --help            says this and ends

An archive that is named is opened at its inspection. A second start hands its archives to the window that is open.
A link opens a place of the window: gantry://repository/<owner>/<name>, gantry://import/<owner>/<name>, or the wizard with an
address in its field: gantry://import?address=<address>. It starts nothing.
`;

/** What is answered in the terminal, without a window; null when the app is to start. @param own arguments behind the program's name */
export function terminalAnswer(own: readonly string[], version: string): string | null {
  if (own.includes('--help') || own.includes('-h')) return HELP;
  return own.includes('--version') || own.includes('-v') ? `Gantry ${version}\n` : null;
}
