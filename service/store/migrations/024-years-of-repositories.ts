import type { Migration } from './migration.ts';

export const yearsOfRepositories: Migration = {
  version: 24,
  name: 'commits of repositories by year',
  sql: `
-- JSON of pairs of year and commits, oldest first: lists of thousands show them, and the statistics are large.
ALTER TABLE repository_statistics ADD COLUMN years TEXT NOT NULL DEFAULT '[]';
UPDATE repository_statistics SET years = (
  SELECT json_group_array(json_array(year, commits)) FROM (
    SELECT CAST(substr(json_extract(value, '$.month'), 1, 4) AS INTEGER) AS year,
      sum(json_extract(value, '$.commits')) AS commits
    FROM json_each(repository_statistics.statistics, '$.months') GROUP BY 1 ORDER BY 1));
`,
};
