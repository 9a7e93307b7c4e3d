/** How deep a JSON text is nested, found before it is read: reading `[[[[…` takes seconds. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The closing ones come two places later. */
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Whether lists and objects lie deeper than that within each other. Counts brackets outside of strings; of what is no JSON it
 * may say anything: that is refused anyway.
 */
export function isDeeperThan(deepest: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return false;
    } else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1;
  }
  return false;
}

/** @returns where its closing quote is; -1 without one */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}
