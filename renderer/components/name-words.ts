/** Names in a sentence: the first three, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  if (rest <= 0) return names.join(', ');
  return `${names.slice(0, mostNamed).join(', ')} and ${rest === 1 ? 'one other' : `${rest} others`}`;
}

const mostNamed = 3;
