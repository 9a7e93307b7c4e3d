/** What is told of a bare repository by its files as they pass: size, HEAD and refs. */
import { type Said, say } from '../../../language/sentence.ts';
import { isNoRef } from '../archive/read/layout.ts';
import type { ArchiveFile } from '../archive/read/read-archive.ts';
import { shown } from '../archive/read/refusal.ts';
import type { MemberSink } from '../archive/read/tar-parser.ts';
import type { RecordsDatabase } from '../records/records-database.ts';
import { addProblem } from './index-tables.ts';

/** Larger ones are not looked into; a restore leaves the judgement to git. */
const LARGEST_REFS_FILE = 64 * 1024 * 1024;
/** Refs that are listed, a repository; pull requests' refs are not. */
const LISTED = /^refs\/(?:heads|tags)\/(.+)$/;
const OBJECT_ID = /^(?:[\da-f]{40}|[\da-f]{64})$/;

/** What is said of a repository without its older commits. @param name `owner/name` or `owner/name.wiki` */
export function endsEarly(name: string): Said {
  return say('The history of {name} ends early: the archive holds it without its older commits (shallow).', { name });
}

interface Seen {
  fullName: string;
  wiki: boolean;
  size: number;
  head: string | null;
  hooks: number;
}

export class RepositoryMembers {
  readonly #index: RecordsDatabase;
  readonly #seen = new Map<string, Seen>();
  /** Changed since the last `store`. */
  readonly #changed = new Set<Seen>();

  constructor(index: RecordsDatabase) {
    this.#index = index;
  }

  get count(): number {
    return this.#seen.size;
  }

  file(file: ArchiveFile, place: { owner: string; name: string; wiki: boolean; inside: string }): MemberSink | null {
    const fullName = `${place.owner}/${place.name}`;
    const key = place.wiki ? `${fullName}.wiki` : fullName;
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      seen = { fullName, wiki: place.wiki, size: 0, head: null, hooks: 0 };
      this.#seen.set(key, seen);
    }
    seen.size += file.size;
    this.#changed.add(seen);
    const { inside } = place;
    if (inside.startsWith('hooks/') && !inside.endsWith('.sample')) {
      seen.hooks += 1;
      if (seen.hooks === 1) {
        addProblem(this.#index, {
          kind: 'git',
          severity: 'warning',
          subject: file.path,
          text: say('The repository {name} has hooks, such as {example}. They are not run and not restored.', {
            name: key,
            example: shown(inside),
          }),
        });
      }
      return null;
    }
    if (inside === 'objects/info/alternates' || inside === 'objects/info/http-alternates') {
      addProblem(this.#index, {
        kind: 'git',
        severity: 'error',
        subject: file.path,
        text: say(
          'The repository {name} borrows objects from another one, which is not in the archive. It can be restored only if nothing is missing.',
          { name: key },
        ),
      });
      return null;
    }
    if (inside === 'shallow' && file.size > 0) {
      addProblem(this.#index, { kind: 'git', severity: 'warning', subject: file.path, text: endsEarly(key) });
      return null;
    }
    if (file.size > LARGEST_REFS_FILE) return null;
    const repository = seen;
    if (inside === 'HEAD') {
      return text((content) => {
        repository.head = /^ref: (refs\/\S+)\s*$/.exec(content)?.[1] ?? null;
      });
    }
    // A wiki's branches are of no interest.
    if (place.wiki) return null;
    if (inside === 'packed-refs') return text((content) => this.#packedRefs(fullName, content));
    if (LISTED.test(inside) && !isNoRef(inside))
      return text((content) => this.#ref(fullName, inside, content.trim(), 'REPLACE'));
    return null;
  }

  #packedRefs(fullName: string, content: string): void {
    for (const line of content.split('\n')) {
      const space = line.indexOf(' ');
      if (space > 0 && line[0] !== '#' && line[0] !== '^') {
        // A loose ref counts, whichever comes first.
        this.#ref(fullName, line.slice(space + 1), line.slice(0, space), 'IGNORE');
      }
    }
  }

  #ref(fullName: string, name: string, sha: string, conflict: 'REPLACE' | 'IGNORE'): void {
    if (!LISTED.test(name) || !OBJECT_ID.test(sha)) return;
    this.#index
      .sql(`INSERT OR ${conflict} INTO archive_refs (full_name, name, sha) VALUES (@fullName, @name, @sha)`)
      .run({ fullName, name, sha });
  }

  /** Writes sizes and HEADs down; call it before each commit. */
  store(): void {
    for (const { fullName, wiki, size, head } of this.#changed) {
      this.#index
        .sql(
          `INSERT OR REPLACE INTO archive_repositories (full_name, wiki, size, head)
           VALUES (@fullName, @wiki, @size, @head)`,
        )
        .run({ fullName, wiki: wiki ? 1 : 0, size, head });
    }
    this.#changed.clear();
  }
}

function text(use: (content: string) => void): MemberSink {
  const chunks: Buffer[] = [];
  return {
    write: (chunk) => void chunks.push(Buffer.from(chunk)),
    end: () => use(Buffer.concat(chunks).toString('utf8')),
  };
}
