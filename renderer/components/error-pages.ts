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

/** Those that a person meets elsewhere than the rest of their room, by page: each named once, as a start reads this. */
const OTHERS: Readonly<Partial<Record<ErrorFamily, readonly FailureKey[]>>> = {
  address: [
    'git.bundle_damaged',
    'git.bundle_filtered',
    'git.bundle_only_head',
    'git.bundle_partial',
    'git.no_address',
    'git.not_found',
    'git.not_found_there',
    'git.objects_linked',
    'git.only_head',
    'git.refs_hidden',
    'git.web_page',
    'import.no_such_repository',
    'import.nothing_found',
    'import.other_system',
    'import.page',
    'mercurial.bundle_damaged',
    'mercurial.bundle_partial',
    'mercurial.bundle_stream',
    'mercurial.is_list',
    'mercurial.names_part',
    'mercurial.no_address',
    'mercurial.not_found',
    'mercurial.static',
    'network.https_wanted',
    'subversion.empty_list',
    'subversion.info_unreadable',
    'subversion.is_file',
    'subversion.is_list',
    'subversion.no_address',
    'subversion.not_found',
    'subversion.root_elsewhere',
    'subversion.not_xml',
    'subversion.web_page',
  ],
  certificates: [
    'connection.certificate_refused',
    'network.certificate_expired',
    'network.certificate_name',
    'network.certificate_refused',
    'network.certificate_unknown',
    'network.certificate_unverified',
    'network.client_certificate_refused',
    'network.client_certificate_wanted',
    'network.file_unreadable',
    'network.tls_failed',
    'subversion.certificate_untrusted',
  ],
  disk: [
    'archive.records_would_fill_disk',
    'export.not_written_down',
    'git.objects_not_repacked',
    'push.not_written_down',
    'restore.too_little_space',
    'restore.waits_for_space',
  ],
  export: ['archive.not_saved'],
  'in-the-way': ['git.refs_never_quiet', 'source.empty'],
  'large-files': ['push.contents_absent'],
  network: [
    'git.no_answer',
    'git.server_gave_up',
    'lfs.source_broke_off',
    'lfs.source_unreachable',
    'lfs.unreachable',
    'push.no_answer',
    'subversion.broken_off',
    'subversion.no_server',
    'tfvc.broke_again',
    'tfvc.refused',
    'tfvc.went_on_refusing',
    'tool.no_answer',
  ],
  programs: [
    'ssh.ended_at_once',
    'ssh.no_program',
    'ssh.other_program',
    'ssh.talks',
    'subversion.berkeley_db',
    'subversion.newer_format',
    'subversion.no_mechanism',
    'subversion.older_format',
    'work.too_many_programs',
  ],
  proxy: [
    'network.proxy_address',
    'network.proxy_certificate',
    'network.proxy_closed',
    'network.proxy_gateway',
    'network.proxy_kind',
    'network.proxy_login_refused',
    'network.proxy_login_wanted',
    'network.proxy_not_found',
    'network.proxy_refused',
    'network.proxy_unreachable',
  ],
  'push-refused': ['git.takes_no_pushes'],
  refused: ['import.nothing_left_out'],
  'repository-damaged': [
    'git.not_made',
    'git.pack_damaged',
    'git.ref_broken',
    'git.refs_lost',
    'git.refs_not_read_for_verification',
    'git.refs_unreadable',
    'import.fetched_damaged',
    'import.files_not_listed',
    'import.not_finished',
    'import.raw_history_not_stored',
    'import.refs_not_written',
    'import.repository_damaged',
    'import.repository_lost',
    'lfs.own_damaged',
    'repository.not_read_back',
  ],
  'sign-in': [
    'git.login_refused',
    'git.refused',
    'import.asks_for_login',
    'import.cut_off',
    'import.login_refused_before',
    'lfs.digest_only',
    'lfs.login_needed',
    'lfs.login_refused',
    'lfs.tickets_only',
    'lfs.windows_only',
    'list.login_refused',
    'mercurial.refused',
    'push.login_refused_before',
    'push.password_not_remembered',
    'source.asks_for_login',
    'source.login_elsewhere',
    'source.redirected',
    'ssh.no_key_taken',
    'ssh.nothing_in_common',
    'ssh.too_many_keys',
    'subversion.account_forbidden',
    'subversion.forbidden',
    'subversion.login_needed',
    'subversion.login_refused',
    'subversion.no_login_known',
    'tfvc.account_may_not_read',
    'tfvc.led_elsewhere',
    'tfvc.login_refused',
    'tfvc.only_windows',
    'tfvc.token_lacks_scope',
    'tfvc.token_needed',
    'tfvc.token_refused',
    'tfvc.windows_needed',
    'tfvc.windows_refused',
  ],
  'source-changed': ['subversion.other_repository', 'tfvc.other_project'],
  'source-damaged': ['tfvc.content_without_end', 'tfvc.content_wrong', 'tfvc.no_answer_of_the_api', 'tfvc.odd_path'],
  stopped: [
    'git.commits_not_counted',
    'import.nothing_fetched',
    'import.no_list_of_made',
    'import.nothing_mapped',
    'import.removed',
    'import.source_unknown',
    'import.was_cancelled',
  ],
};

const FAMILIES = new Map<string, ErrorFamily>();
for (const [family, keys] of Object.entries(OTHERS)) {
  for (const key of keys) FAMILIES.set(key, family as ErrorFamily);
}

/** A page of the guide about errors, as the guide names it. */
export type ErrorPage = `errors/${ErrorFamily}` | 'errors/README';

/** The page about a failure. @param key of the catalogue; null, or one of another version, where nobody knows */
export function errorPageOf(key: string | null | undefined): ErrorPage {
  if (key === null || key === undefined) return 'errors/README';
  const [room = ''] = key.split('.');
  const usual = Object.hasOwn(ROOMS, room) ? ROOMS[room as Room<FailureKey>] : 'stopped';
  return `errors/${FAMILIES.get(key) ?? usual}`;
}

/** The page about whatever was thrown. */
export function errorPageOfThrown(error: unknown): ErrorPage {
  if (error instanceof FailedWork) return errorPageOf(error.failure);
  if (!(error instanceof ApiError)) return 'errors/README';
  if (error.failure !== null) return errorPageOf(error.failure);
  return error.status < 500 ? 'errors/refused' : 'errors/stopped';
}
