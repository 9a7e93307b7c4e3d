import { describe, expect, it } from 'vitest';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { atDomain, authorEmailProblem, authorNameProblem, bulkMappings, domainProblem } from './identity-rules.ts';

const anna: CommitAuthor = {
  id: 7,
  remote_id: 'anna@uuid',
  remote_name: 'anna',
  name: 'anna',
  email: 'anna@uuid',
  url: '',
  import_url: '',
  commit_count: 3,
  first_commit_at: null,
  last_commit_at: null,
  mapped: false,
  mapped_by: null,
  suggestion: { name: 'Anna Lee', email: 'anna@example.org' },
};

describe('identity rules', () => {
  it('changes only what stands behind the last @', () => {
    expect(atDomain('anna@1f2-uuid', 'example.org')).toBe('anna@example.org');
    expect(atDomain('odd@name@uuid', 'example.org')).toBe('odd@name@example.org');
    expect(atDomain('anna', 'example.org')).toBe('anna@example.org');
  });

  it('refuses what would break a commit', () => {
    expect(authorNameProblem('Anna <x>')).not.toBeNull();
    expect(authorNameProblem(' ')).not.toBeNull();
    expect(authorNameProblem('Änna O’Lee')).toBeNull();
    expect(authorEmailProblem('a b@c')).not.toBeNull();
    expect(authorEmailProblem('anna@example.org')).toBeNull();
    expect(domainProblem('exa mple')).not.toBeNull();
  });

  it('applies suggestions only where there are some', () => {
    const rows = [anna, { ...anna, id: 8, suggestion: null }];
    expect(bulkMappings(rows, { kind: 'suggestions' })).toEqual([
      { id: 7, name: 'Anna Lee', email: 'anna@example.org' },
    ]);
    expect(bulkMappings(rows, { kind: 'accept' })).toHaveLength(2);
  });
});
