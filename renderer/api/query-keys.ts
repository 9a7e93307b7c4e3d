/** Keys of the query cache; events name the same keys when they make an answer old. */
export const queryKeys = {
  setup: ['setup'] as const,
  account: ['account'] as const,
  owners: ['owners'] as const,
  repositories: ['repositories'] as const,
  repository: (owner: string, repo: string) => ['repositories', owner, repo] as const,
  imports: ['imports'] as const,
  import: (owner: string, repo: string) => ['import', owner, repo] as const,
  log: (owner: string, repo: string) => ['import', owner, repo, 'log'] as const,
  authors: (owner: string, repo: string) => ['import', owner, repo, 'authors'] as const,
  report: (owner: string, repo: string) => ['import', owner, repo, 'report'] as const,
  remotePush: (owner: string, repo: string, id: number) => ['remote-push', owner, repo, id] as const,
};
