/** Which page of the guide is about which failure: families as somebody meets them, not as the engine is built. */
import type { FailureKey } from '../../service/failures/catalogue/index.ts';
import { ApiError, FailedWork } from '../api/request.ts';

/** Below `docs/guide/errors/`, without the ending. */
export type ErrorFamily =
  | 'address'
  | 'archives'
  | 'certificates'
  | 'disk'
  | 'export'
  | 'in-the-way'
  | 'large-files'
  | 'lists'
  | 'network'
  | 'programs'
  | 'proxy'
  | 'push-refused'
  | 'refused'
  | 'repository-damaged'
  | 'restore'
  | 'sign-in'
  | 'source-changed'
  | 'source-damaged'
  | 'stopped';

type Room<Key> = Key extends `${infer Before}.${string}` ? Before : never;

/** By the first word of the key; a new one does not compile until it is here. */
const ROOMS: Readonly<Record<Room<FailureKey>, ErrorFamily>> = {
  address: 'address',
  archive: 'archives',
  connection: 'network',
  credentials: 'sign-in',
  disk: 'disk',
  export: 'export',
  failure: 'stopped',
  file: 'disk',
  git: 'source-damaged',
  import: 'in-the-way',
  lfs: 'large-files',
  list: 'lists',
  mercurial: 'source-damaged',
  network: 'network',
  push: 'push-refused',
  repository: 'in-the-way',
  restore: 'restore',
  source: 'source-changed',
  ssh: 'certificates',
  subversion: 'source-damaged',
  tfvc: 'address',
  tool: 'programs',
  update: 'source-changed',
  work: 'stopped',
};

/** Those that a person meets elsewhere than the rest of their room. */
const OTHERS: Readonly<Partial<Record<FailureKey, ErrorFamily>>> = {
  'archive.not_saved': 'export',
  'archive.records_would_fill_disk': 'disk',
  'connection.certificate_refused': 'certificates',
  'export.not_written_down': 'disk',
  'git.bundle_damaged': 'address',
  'git.bundle_filtered': 'address',
  'git.bundle_only_head': 'address',
  'git.bundle_partial': 'address',
  'git.commits_not_counted': 'stopped',
  'git.no_answer': 'network',
  'git.login_refused': 'sign-in',
  'git.not_found': 'address',
  'git.not_found_there': 'address',
  'git.not_made': 'repository-damaged',
  'git.objects_not_repacked': 'disk',
  'git.objects_linked': 'address',
  'git.only_head': 'address',
  'git.refs_hidden': 'address',
  'git.pack_damaged': 'repository-damaged',
  'git.ref_broken': 'repository-damaged',
  'git.refused': 'sign-in',
  'git.refs_lost': 'repository-damaged',
  'git.refs_never_quiet': 'in-the-way',
  'git.refs_not_read_for_verification': 'repository-damaged',
  'git.refs_unreadable': 'repository-damaged',
  'git.server_gave_up': 'network',
  'git.takes_no_pushes': 'push-refused',
  'import.asks_for_login': 'sign-in',
  'import.cut_off': 'sign-in',
  'import.fetched_damaged': 'repository-damaged',
  'import.files_not_listed': 'repository-damaged',
  'import.no_such_repository': 'address',
  'import.page': 'address',
  'import.not_finished': 'repository-damaged',
  'import.nothing_fetched': 'stopped',
  'import.nothing_found': 'address',
  'import.nothing_mapped': 'stopped',
  'import.raw_history_not_stored': 'repository-damaged',
  'import.refs_not_written': 'repository-damaged',
  'import.removed': 'stopped',
  'import.repository_damaged': 'repository-damaged',
  'import.repository_lost': 'repository-damaged',
  'import.source_unknown': 'stopped',
  'import.was_cancelled': 'stopped',
  'import.login_refused_before': 'sign-in',
  'list.login_refused': 'sign-in',
  'lfs.source_unreachable': 'network',
  'lfs.unreachable': 'network',
  'lfs.own_damaged': 'repository-damaged',
  'lfs.login_needed': 'sign-in',
  'lfs.login_refused': 'sign-in',
  'lfs.tickets_only': 'sign-in',
  'lfs.windows_only': 'sign-in',
  'mercurial.is_list': 'address',
  'mercurial.bundle_damaged': 'address',
  'mercurial.bundle_partial': 'address',
  'mercurial.bundle_stream': 'address',
  'mercurial.names_part': 'address',
  'mercurial.no_address': 'address',
  'mercurial.not_found': 'address',
  'mercurial.refused': 'sign-in',
  'mercurial.static': 'address',
  'network.certificate_expired': 'certificates',
  'network.certificate_name': 'certificates',
  'network.certificate_refused': 'certificates',
  'network.certificate_unknown': 'certificates',
  'network.certificate_unverified': 'certificates',
  'network.client_certificate_refused': 'certificates',
  'network.client_certificate_wanted': 'certificates',
  'network.file_unreadable': 'certificates',
  'network.proxy_address': 'proxy',
  'network.proxy_certificate': 'proxy',
  'network.proxy_closed': 'proxy',
  'network.proxy_gateway': 'proxy',
  'network.proxy_kind': 'proxy',
  'network.proxy_login_refused': 'proxy',
  'network.proxy_login_wanted': 'proxy',
  'network.proxy_not_found': 'proxy',
  'network.proxy_refused': 'proxy',
  'network.proxy_unreachable': 'proxy',
  'network.tls_failed': 'certificates',
  'push.contents_absent': 'large-files',
  'push.no_answer': 'network',
  'push.not_written_down': 'disk',
  'push.login_refused_before': 'sign-in',
  'push.password_not_remembered': 'sign-in',
  'repository.not_read_back': 'repository-damaged',
  'restore.too_little_space': 'disk',
  'restore.waits_for_space': 'disk',
  'source.empty': 'in-the-way',
  'source.asks_for_login': 'sign-in',
  'source.login_elsewhere': 'sign-in',
  'source.redirected': 'sign-in',
  'ssh.no_key_taken': 'sign-in',
  'ssh.nothing_in_common': 'sign-in',
  'ssh.no_program': 'programs',
  'ssh.talks': 'programs',
  'subversion.no_mechanism': 'programs',
  'ssh.other_program': 'programs',
  'ssh.too_many_keys': 'sign-in',
  'subversion.broken_off': 'network',
  'subversion.certificate_untrusted': 'certificates',
  'subversion.account_forbidden': 'sign-in',
  'subversion.forbidden': 'sign-in',
  'subversion.no_login_known': 'sign-in',
  'subversion.info_unreadable': 'address',
  'subversion.is_file': 'address',
  'subversion.empty_list': 'address',
  'subversion.is_list': 'address',
  'subversion.login_needed': 'sign-in',
  'subversion.login_refused': 'sign-in',
  'subversion.newer_format': 'programs',
  'subversion.no_address': 'address',
  'subversion.no_server': 'network',
  'subversion.not_found': 'address',
  'subversion.older_format': 'programs',
  'subversion.other_repository': 'source-changed',
  'subversion.root_elsewhere': 'address',
  'subversion.web_page': 'address',
  'tfvc.account_may_not_read': 'sign-in',
  'tfvc.broke_again': 'network',
  'tfvc.content_wrong': 'source-damaged',
  'tfvc.led_elsewhere': 'sign-in',
  'tfvc.login_refused': 'sign-in',
  'tfvc.no_answer_of_the_api': 'source-damaged',
  'tfvc.odd_path': 'source-damaged',
  'tfvc.only_windows': 'sign-in',
  'tfvc.other_project': 'source-changed',
  'tfvc.refused': 'network',
  'tfvc.token_lacks_scope': 'sign-in',
  'tfvc.token_needed': 'sign-in',
  'tfvc.token_refused': 'sign-in',
  'tfvc.went_on_refusing': 'network',
  'tfvc.windows_needed': 'sign-in',
  'tfvc.windows_refused': 'sign-in',
  'tool.no_answer': 'network',
  'work.too_many_programs': 'programs',
};

/** A page of the guide about errors, as the guide names it. */
export type ErrorPage = `errors/${ErrorFamily}` | 'errors/README';

/** The page about a failure. @param key of the catalogue; null, or one of another version, where nobody knows */
export function errorPageOf(key: string | null | undefined): ErrorPage {
  if (key === null || key === undefined) return 'errors/README';
  const family = Object.hasOwn(OTHERS, key) ? OTHERS[key as FailureKey] : undefined;
  const [room = ''] = key.split('.');
  const usual = Object.hasOwn(ROOMS, room) ? ROOMS[room as Room<FailureKey>] : 'stopped';
  return `errors/${family ?? usual}`;
}

/** The page about whatever was thrown. */
export function errorPageOfThrown(error: unknown): ErrorPage {
  if (error instanceof FailedWork) return errorPageOf(error.failure);
  if (!(error instanceof ApiError)) return 'errors/README';
  if (error.failure !== null) return errorPageOf(error.failure);
  return error.status < 500 ? 'errors/refused' : 'errors/stopped';
}
