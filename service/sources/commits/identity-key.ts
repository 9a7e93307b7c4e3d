/** Key of a Git identity, `remote_id` of its author: `Name <email>`, decoded. */
export function identityKey(name: string, email: string): string {
  return `${name} <${email}>`;
}
