/** CSV as spreadsheets write and read it (RFC 4180); read with comma, semicolon or tab, written with comma. */

/** A cell that begins with one of these is run as a formula by spreadsheet programs (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const GUARDED = /^'(?=[=+\-@\t\r'])/;

/** Writes rows. Cells that a spreadsheet would run get a quote in front, which `readCell` removes. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(value: string): string {
  const safe = FORMULA.test(value) || GUARDED.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell without blanks around it and without the guard of `writeCsv`; undefined stays undefined. */
export function readCell(cell: string | undefined): string | undefined {
  return cell?.trim().replace(GUARDED, '');
}

export interface CsvRow {
  /** Line on which the row begins, from 1. */
  line: number;
  cells: string[];
}

/**
 * Reads all rows. `unclosed` is the line of a quote that is never closed, at which reading ends; null when there is none.
 */
export function readCsv(content: string): { rows: CsvRow[]; unclosed: number | null } {
  const text = content.replace(/^\ufeff/, '');
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator = [',', ';', '\t'].find((sign) => firstLine.includes(sign)) ?? ',';
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const opened = line;
      const end = closingQuote(text, at);
      if (end < 0) {
        return { rows, unclosed: opened };
      }
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = end + 1;
    }
    plain.lastIndex = at;
    const rest = plain.exec(text)?.[0] ?? '';
    cell += rest;
    at += rest.length;
    row.cells.push(cell);
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.cells.push('');
      continue;
    }
    rows.push(row);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    row = { line, cells: [] };
  }
  if (row.cells.length > 0 && rows.at(-1) !== row) rows.push(row);
  return { rows, unclosed: null };
}

function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
