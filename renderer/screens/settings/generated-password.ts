/** Letters and digits that are told apart when they are read out or copied by hand. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A new password: four groups of five characters, 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, character).join('')).join('-');
}

function character(): string {
  // Bytes beyond a whole number of alphabets would make its first letters likelier.
  const limit = 256 - (256 % ALPHABET.length);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= limit);
  return ALPHABET.charAt((byte[0] ?? 0) % ALPHABET.length);
}
