/** Characters that show nothing, or turn what follows them: with them two names look alike, or one looks like what it is not. */

/** Where one is no part of how its script or its emoji are written. U+2068 and U+2069 hold names apart that stand in a text. */
const UNSEEN = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]',
    '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b\\u2028\\u2029\\u202a-\\u202e\\u2060-\\u2067\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    // Hebrew, Arabic and their like are written with these two.
    '(?<![\\u0590-\\u08ff])[\\u200e\\u200f](?![\\u0590-\\u08ff])',
    // They join emoji, and letters of Persian and of India.
    '(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\u0590-\\u0dff])[\\u200c\\u200d]',
    // Flags of regions are written with these.
    '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'u',
);
const EACH = new RegExp(`(${UNSEEN.source})`, 'u');

/** A text in parts, those that show nothing apart: each is named by its number, as `U+202E`. */
export function unseenApart(text: string): { text: string; unseen: boolean }[] {
  if (!UNSEEN.test(text)) return [{ text, unseen: false }];
  return text
    .split(EACH)
    .map((part, index) => (index % 2 === 1 ? { text: numberOf(part), unseen: true } : { text: part, unseen: false }))
    .filter((part) => part.text !== '');
}

/** The same in one piece. */
export function unseenNamed(text: string): string {
  return unseenApart(text)
    .map((part) => part.text)
    .join('');
}

function numberOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
