/** Letters of scripts that run from right to left, and characters that turn what follows them. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const OPENS = /[\u2066-\u2068]/;
const CLOSES = '\u2069';

/** A name that runs from right to left, between marks that keep it from turning the words and numbers beside it. */
export function isolated(value: string): string {
  return TURNS.test(value) ? `\u2068${balanced(value)}${CLOSES}` : value;
}

/** Without the mark that would end what stands around it, and with those that end what it begins. */
function balanced(value: string): string {
  let open = 0;
  let kept = '';
  for (const character of value) {
    if (character === CLOSES && open === 0) continue;
    if (OPENS.test(character)) open += 1;
    else if (character === CLOSES) open -= 1;
    kept += character;
  }
  return kept + CLOSES.repeat(open);
}
