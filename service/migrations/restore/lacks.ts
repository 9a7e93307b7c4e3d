/** What a restore says at its end of what the archive does not hold of that which was chosen, or of what does not come. */
import { counted, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { problemsAtEnd } from '../inspect/index-tables.ts';
import { filesAtOtherPlaces } from '../inspect/problem-sentences.ts';
import { ATTACHED_FILES } from '../records/attached-files.ts';
import { filesInJson } from '../records/files-in-json.ts';
import type { RecordsDatabase } from '../records/records-database.ts';
import type { Wanted } from './wanted.ts';

export interface Lacks {
  /** Of what was chosen: where there is any, the restore is not whole. */
  lacks: Sentence[];
  /** Of what nobody could choose. */
  told: Sentence[];
}

/** @param filesThere attached files that came */
export function lacksOf(index: RecordsDatabase, wanted: Wanted, filesThere: number): Lacks {
  const problems = problemsAtEnd(index);
  const { repositories, files } = wanted;
  return {
    lacks: [
      ...emptyRepositories(index, repositories),
      ...absentWikis(index, repositories),
      ...filesNotThere(files.size - filesThere),
      ...filesNotBrought(index, wanted),
      ...problems.filter(({ lacks }) => lacks).map(({ text }) => text),
    ],
    told: problems.filter(({ lacks }) => !lacks).map(({ text }) => text),
  };
}

/** @param count of teams and projects of organizations that were here */
export function keptAsHere(count: number): Said[] {
  if (count === 0) return [];
  return [
    count === 1
      ? say(
          '1 team or project of an organization was here already and is kept as it is here; the archive has it otherwise.',
        )
      : say(
          '{count} teams and projects of organizations were here already and are kept as they are here; the archive has them otherwise.',
          { count: counted(count) },
        ),
  ];
}

const IS_HELD = 'SELECT count(*) AS n FROM archive_repositories WHERE full_name = @source AND wiki = @wiki';

/** Repositories that come, and of which the archive has a record and nothing else. */
function emptyRepositories(index: RecordsDatabase, repositories: Wanted['repositories']): Said[] {
  const held = index.sql<{ n: number }>(IS_HELD);
  return [...repositories].flatMap(([source, target]) =>
    held.get({ source, wiki: 0 })?.n === 0
      ? [say('{name} is empty here: the archive holds no Git data of it.', { name: target })]
      : [],
  );
}

function absentWikis(index: RecordsDatabase, repositories: Wanted['repositories']): Said[] {
  const named = index.sql<{ n: number }>(
    'SELECT count(*) AS n FROM repositories WHERE address = @address AND wiki_url IS NOT NULL',
  );
  const held = index.sql<{ n: number }>(IS_HELD);
  return [...repositories].flatMap(([source, target]) =>
    named.get({ address: `/${source}` })?.n === 1 && held.get({ source, wiki: 1 })?.n === 0
      ? [say('{name} has no wiki here: its record names one, and the archive does not hold it.', { name: target })]
      : [],
  );
}

function filesNotThere(count: number): Said[] {
  if (count === 0) return [];
  return [
    count === 1
      ? say('1 attached file that records name is not in the archive. Its record is here without it.')
      : say('{count} attached files that records name are not in the archive. Their records are here without them.', {
          count: counted(count),
        }),
  ];
}

/** Files at places that no attached file of that record has: they are not brought, whether the archive holds them or not. */
function filesNotBrought(index: RecordsDatabase, { repositories, files }: Wanted): Said[] {
  const paths = new Set<string>();
  for (const source of repositories.keys()) {
    const row = index
      .sql<{ id: number }>('SELECT id FROM repositories WHERE address = @address')
      .get({ address: `/${source}` });
    if (row === undefined) continue;
    for (const path of filesInJson(index, row.id)) paths.add(path);
    for (const { folder: table, column } of ATTACHED_FILES) {
      const named = index.sql<{ path: string }>(
        `SELECT "${column}" AS path FROM ${table} WHERE ifnull(repository_id, 0) = @id AND "${column}" IS NOT NULL`,
      );
      for (const { path } of named.iterate({ id: row.id })) if (!files.has(path)) paths.add(path);
    }
  }
  const [example] = [...paths].sort();
  return example === undefined ? [] : [filesAtOtherPlaces(paths.size, example)];
}
