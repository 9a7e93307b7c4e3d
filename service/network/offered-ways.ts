/** The schemes that an answer offers to sign in with (RFC 9110, 11.6.1), in small letters. */
export function waysOf(headers: Headers): ReadonlySet<string> {
  // A realm is anybody's words: "Sign in with NTLM, Basic, or a token".
  const offered = (headers.get('www-authenticate') ?? '').replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  // A scheme stands at the start or behind a comma; a parameter has an equals sign behind its name.
  const schemes = offered.matchAll(/(?:^|,)\s*([A-Za-z]+)(?=\s*(?:,|$)|\s+[^\s=,])/g);
  return new Set([...schemes].map(([, scheme]) => (scheme as string).toLowerCase()));
}
