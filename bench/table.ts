export interface Row {
  what: string;
  /** Median of Gantry's runs, with its unit. */
  gantry: string;
  peer: string;
  /** Measured against what is promised, both as text. */
  ratio: string;
  promised: string;
  ok: boolean;
}

export function say(text: string): void {
  console.error(text);
}

/** A Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['What', 'Gantry', 'Peer', 'Measured', 'Promised', 'Kept'];
  const cells = rows.map((row) => [row.what, row.gantry, row.peer, row.ratio, row.promised, row.ok ? 'yes' : 'NO']);
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => (row[i] as string).length)));
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] as number)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line)].join('\n');
}

/** Prints a Markdown table to stdout. */
export function printTable(rows: readonly Row[]): void {
  console.log(tableOf(rows));
}
