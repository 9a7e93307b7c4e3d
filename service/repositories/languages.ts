/** Languages by the ends of file names: the common ones, programs and markup alone, as the original names them. */

const ENDS: Record<string, string> = {
  Assembly: 'asm s',
  Batchfile: 'bat cmd',
  C: 'c h',
  'C#': 'cs',
  'C++': 'cpp cc cxx hpp hh hxx',
  CSS: 'css',
  Clojure: 'clj cljs',
  COBOL: 'cob cbl',
  Dart: 'dart',
  Elixir: 'ex exs',
  Erlang: 'erl',
  'F#': 'fs fsx',
  Fortran: 'f f90 f95 for',
  Go: 'go',
  Groovy: 'groovy gradle',
  HTML: 'html htm',
  Haskell: 'hs',
  Java: 'java',
  JavaScript: 'js mjs cjs jsx',
  Julia: 'jl',
  Kotlin: 'kt kts',
  Lua: 'lua',
  'Objective-C': 'm mm',
  PHP: 'php',
  Pascal: 'pas dpr',
  Perl: 'pl pm',
  PowerShell: 'ps1 psm1',
  Python: 'py',
  R: 'r',
  Ruby: 'rb',
  Rust: 'rs',
  SCSS: 'scss',
  Scala: 'scala',
  Shell: 'sh bash',
  Swift: 'swift',
  TypeScript: 'ts tsx mts cts',
  'Visual Basic .NET': 'vb',
  Vue: 'vue',
};
const BY_END = new Map(Object.entries(ENDS).flatMap(([name, ends]) => ends.split(' ').map((end) => [end, name])));
/** Somebody else's code. */
const FOREIGN = /(^|\/)(node_modules|vendor|third[-_]party|bower_components)\//;

/** The language of a file; null for data, texts and what is somebody else's. */
export function languageOf(path: string): string | null {
  if (FOREIGN.test(path)) return null;
  const end = /\.([a-z\d]{1,6})$/i.exec(path)?.[1];
  return end === undefined ? null : (BY_END.get(end.toLowerCase()) ?? null);
}
