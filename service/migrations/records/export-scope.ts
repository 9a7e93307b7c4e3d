export interface ExportedAccount {
  login: string;
  name: string | null;
  email: string | null;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  created_at: string;
}

export interface ExportedRepository {
  /** Id in the records database; null when there are no records of it. */
  records_id: number | null;
  owner: string;
  name: string;
  description: string | null;
  private: boolean;
  default_branch: string;
  created_at: string;
  has_wiki: boolean;
}

export interface ExportScope {
  /** Of an organization's migration; null for a user's. */
  organization: (ExportedAccount & { members: { login: string; role: 'admin' | 'direct_member' }[] }) | null;
  /** Users of the installation. Those that records speak of, members and `required` get records. */
  users: ExportedAccount[];
  /** Logins. */
  required: string[];
  repositories: ExportedRepository[];
  exclude_attachments: boolean;
}
