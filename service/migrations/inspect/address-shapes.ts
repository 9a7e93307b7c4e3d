/**
 * Where accounts and repositories are addressed in archives that exporters make of other hosts. Records name each other by
 * `/<login>` and `/<owner>/<name>` everywhere else, so these are given that shape as they are read.
 */
import { rewriteJson } from '../records/addresses.ts';
import type { ArchiveRecord } from '../records/record-rows.ts';

/** - `bitbucket_server`: `/projects/<owner>/repos/<name>`, `/users/<login>` (bbs-exporter); `gitlab`: `/groups/<login>` (gl-exporter) */
export type AddressShape = 'plain' | 'bitbucket_server' | 'gitlab';

const BITBUCKET_SERVER = /^(.+)\/(?:projects|users)\/[^/]+\/repos\/[^/]+$/;

type Rule = readonly [RegExp, string];
const RULES: Record<Exclude<AddressShape, 'plain'>, readonly Rule[]> = {
  bitbucket_server: [
    [/^\/(?:projects|users)\/([^/]+)\/repos\/(.+)$/, '/$1/$2'],
    [/^\/(?:projects|users)\/([^/#?]+)$/, '/$1'],
    [/^\/plugins\/servlet\/branch-permissions\/([^/]+)\/([^/#?]+)(.*)$/, '/$1/$2/branch-permissions$3'],
    [/^\/admin\/groups\/view\?name=([^#]*)#([^/]+)$/, '/orgs/$2/teams/$1'],
  ],
  gitlab: [
    [/^\/groups\/([^/]+)\/teams\/(.+)$/, '/orgs/$1/teams/$2'],
    [/^\/(?:groups|u)\/([^/#?]+)$/, '/$1'],
  ],
};

/** As a record of a repository shows it: with the root above all addresses where that is deeper than usual. */
export function shapeOf({ url, owner }: ArchiveRecord): { shape: AddressShape; root: string | null } {
  if (typeof url !== 'string') return { shape: 'plain', root: null };
  const root = BITBUCKET_SERVER.exec(url)?.[1];
  if (root !== undefined && URL.canParse(root)) return { shape: 'bitbucket_server', root };
  const [login, above] = [url.split('/').at(-2), url.split('/').slice(0, -2).join('/')];
  return { shape: owner === `${above}/groups/${login}` ? 'gitlab' : 'plain', root: null };
}

export function inPlainShape(record: ArchiveRecord, root: string, shape: AddressShape): ArchiveRecord {
  if (shape === 'plain') return record;
  const plain = (address: string): string => {
    const rule = RULES[shape].find(([pattern]) => pattern.test(address));
    return root + (rule === undefined ? address : address.replace(rule[0], rule[1]));
  };
  return JSON.parse(rewriteJson(JSON.stringify(record), root, plain)) as ArchiveRecord;
}
