import { t } from '../../language/text.ts';

/** What a field of somebody's name or address is called. */
export function cellLabel(column: 'name' | 'email', remoteName: string): string {
  return t('{column, select, name {Name} other {E-mail}} of {remote_name}', { column, remote_name: remoteName });
}
