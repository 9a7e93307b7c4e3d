/** A picture for an account: the same for the same login, whoever asks and whether there is such an account or not. */
import { createHash } from 'node:crypto';

const CELLS = 5;
const SIZE = 64;

/** SVG: five by five cells, mirrored, in one colour. */
export function identicon(login: string): string {
  const hash = createHash('sha256').update(login.toLowerCase()).digest();
  const colour = `hsl(${Math.round(((hash[0] ?? 0) / 256) * 360)} 55% 45%)`;
  const cells: string[] = [];
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const mirrored = Math.min(column, CELLS - 1 - column);
      if (((hash[1 + row * 3 + mirrored] ?? 0) & 1) === 0) continue;
      cells.push(`M${2 + column * 12} ${2 + row * 12}h12v12h-12z`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="#f0f0f0"/><path fill="${colour}" d="${cells.join('')}"/></svg>`;
}
