import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import type { ReadSource } from './read-source.ts';

interface Login {
  /** '' for none, as the password. */
  username: string;
  password: string;
}

/** As long as the engine lets the name of a list be. */
const LONGEST_NAME = 200;

/**
 * The list of what was found at an address that is no repository itself.
 * @param login what was given for that address; of what a page names, or a server leads to, nothing elsewhere is told it
 */
export function listOfRepositories(
  { vcs_url: address, repositories }: Pick<Detection, 'vcs_url' | 'repositories'>,
  { username, password }: Login,
): Extract<ReadSource, { kind: 'list' }> {
  const listed = repositories.map(({ vcs_url, vcs, repository }) => ({
    vcs_url,
    ...(vcs === null ? {} : { vcs }),
    ...(repository === null ? {} : { repository }),
    ...(username !== '' && isSameServer(vcs_url, address) ? { username } : {}),
    ...(password !== '' && isSameServer(vcs_url, address) ? { password } : {}),
  }));
  // The end of a path says more than its beginning.
  const name = address.slice(-LONGEST_NAME);
  return { kind: 'list', list: JSON.stringify(listed), count: listed.length, alone: [], name };
}

function isSameServer(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [{ protocol, host }, asked] = [new URL(one), new URL(other)];
  return protocol === asked.protocol && host === asked.host;
}
