/** Patterns of a .gitignore, for names beside it. */

/** What one sign of a pattern takes; null for any number of any signs. */
type Part = ((sign: string) => boolean) | null;
export type Pattern = readonly Part[];

/** @returns the pattern of a line of a .gitignore for the names beside it (gitignore(5), glob(7)); none where it is about other folders */
export function patternOf(line: string): Pattern[] {
  const glob = line.replace(/^\//, '').replace(/\/$/, '');
  if (glob === '' || glob.includes('/')) return [];
  const parts: Part[] = [];
  for (const [part, escaped, negated, set] of glob.matchAll(/\\(.)|\*+|\?|\[([!^]?)(\]?[^\]]*)\]|[\s\S]/g)) {
    if (escaped !== undefined) parts.push((sign) => sign === escaped);
    else if (part.startsWith('*')) parts.push(null);
    else if (part === '?') parts.push(() => true);
    else if (set === undefined) parts.push((sign) => sign === part);
    else parts.push((sign) => isOf(set, sign) !== (negated !== ''));
  }
  return [parts];
}

function isOf(set: string, sign: string): boolean {
  for (let at = 0; at < set.length; at++) {
    const [from = '', dash, to] = set.slice(at, at + 3);
    if (dash === '-' && to !== undefined) {
      if (sign >= from && sign <= to) return true;
      at += 2;
    } else if (sign === from) return true;
  }
  return false;
}

/** Goes back to the last star alone: a pattern of many stars, which a stranger wrote, takes no longer than its length times the name's. */
export function fits(parts: Pattern, name: string): boolean {
  let [part, sign, star, after] = [0, 0, -1, 0];
  while (sign < name.length) {
    const wanted = parts[part];
    if (wanted === null) {
      star = part++;
      after = sign;
    } else if (wanted?.(name.charAt(sign)) === true) {
      part++;
      sign++;
    } else if (star >= 0) {
      part = star + 1;
      sign = ++after;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === null);
}
