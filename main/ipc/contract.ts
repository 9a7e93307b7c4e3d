/**
 * Everything that the window can ask of the main process, and everything that it is told without asking, each
 * described once: main decodes what arrives, what it answers and what it tells; the preload exposes one function per
 * entry; the renderer has the types.
 */
import '../plain-schemas.ts';
import { z } from 'zod';
import { LANGUAGE_CHOICES } from '../../language/languages.ts';
import type { ApiEvent } from '../../service/api/events.ts';
import type { DeepLink } from '../deep-links.ts';
import { COLOR_SCHEMES } from '../window-preferences.ts';

const repository = z.strictObject({ owner: z.string().min(1), repo: z.string().min(1) });

const id = z.number().int().positive();
/** `owner` is the organization's or the account's login. */
const migration = z.strictObject({ owner: z.string().min(1), migration_id: id });
const inspection = z.strictObject({ inspection_id: id });

/** What became of a table that was read from a file. */
const loadedTableSchema = z.object({
  file: z.string(),
  matched: z.number().int(),
  unmatched: z.number().int(),
  problems: z.array(z.string()),
});

/** How far a migration's archive is saved, in bytes. */
const downloadSchema = z.object({
  migration_id: z.number().int(),
  bytes_done: z.number(),
  bytes_total: z.number(),
});
export type DownloadProgress = z.infer<typeof downloadSchema>;

/** What the menu asks the window to do. */
const menuCommandSchema = z.enum([
  'new-import',
  'new-migration',
  'open-archive',
  'home',
  'imports',
  'migrations',
  'archives',
  'people-book',
  'tokens',
  'applications',
  'rate-limit',
  'settings',
  'help',
  'about',
]);
export type MenuCommand = z.infer<typeof menuCommandSchema>;

/** Events are made by the engine from its own types, some of them ten times a second: only their kind is looked at. */
const eventSchema = z.custom<ApiEvent>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string',
);

const nothing = z.undefined();

/** The latest release, as its feed says. */
const foundVersionSchema = z.object({
  /** `major.minor.patch` */
  version: z.string(),
  /** Than this app. */
  is_newer: z.boolean(),
  /** ISO 8601; null where the feed does not say. */
  released_at: z.string().nullable(),
  /** What changed, as Markdown. */
  notes: z.string(),
});
export type FoundVersion = z.infer<typeof foundVersionSchema>;

const colorSchemeSchema = z.enum(COLOR_SCHEMES);
export type ColorScheme = z.infer<typeof colorSchemeSchema>;

const languageChoiceSchema = z.enum(LANGUAGE_CHOICES);

const deepLinkSchema: z.ZodType<DeepLink> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('repository'), owner: z.string(), repo: z.string() }),
  z.object({ kind: z.literal('import'), owner: z.string(), repo: z.string() }),
  z.object({ kind: z.literal('source'), address: z.string() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);

/** Who is signed in. Open is a session with a login that is not locked. */
const sessionSchema = z.object({
  login: z.string().nullable(),
  locked: z.boolean(),
  /** Until when the password counts as just given, in milliseconds since 1970. */
  confirmed_until: z.number().nullable(),
});
export type SessionState = z.infer<typeof sessionSchema>;

const passwordSchema = z.string().max(1024);
const codeSchema = z.string().max(64).nullable();

/** Whether a password was right; if not, a sentence, and whether a code of an authenticator app is wanted. */
const passwordAnswerSchema = z.discriminatedUnion('accepted', [
  z.object({ accepted: z.literal(true) }),
  z.object({ accepted: z.literal(false), message: z.string(), code_needed: z.boolean() }),
]);
export type PasswordAnswer = z.infer<typeof passwordAnswerSchema>;

export const ipcContract = {
  /** A request to the engine's API, with the identity of the account that is signed in. */
  request: {
    input: z.strictObject({
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      /** Path and query below `/api/v3`, for example `/user/repos?page=2`. */
      path: z.string().startsWith('/').max(8192),
      /** JSON text; null for none. */
      body: z.string().nullable(),
      /** A name under which `stopRequest` finds it while it runs. */
      ticket: z.string().min(1).max(64).optional(),
    }),
    output: z.object({ status: z.number().int(), headers: z.record(z.string(), z.string()), body: z.string() }),
  },
  /** Stops a request that runs: whatever it began ends. One that has ended is left as it is. */
  stopRequest: { input: z.strictObject({ ticket: z.string().min(1).max(64) }), output: nothing },
  /** Who is signed in; `onSession` says when it changes. */
  getSession: { input: nothing, output: sessionSchema },
  /** Opens the window for an account. */
  signIn: {
    input: z.strictObject({ login: z.string().min(1).max(100), password: passwordSchema, otp: codeSchema }),
    output: passwordAnswerSchema,
  },
  /** Forgets who is signed in. */
  signOut: { input: nothing, output: nothing },
  /** Closes the window's screens until the password is given. */
  lock: { input: nothing, output: nothing },
  /** Gives the password of the account that is signed in once more. */
  confirmPassword: {
    input: z.strictObject({ password: passwordSchema, otp: codeSchema }),
    output: passwordAnswerSchema,
  },
  getAskAtStart: { input: nothing, output: z.boolean() },
  /** Whether every start asks for the password. */
  setAskAtStart: { input: z.strictObject({ ask: z.boolean() }), output: nothing },
  /** Puts text on the clipboard. */
  copyText: { input: z.strictObject({ text: z.string().max(10_000) }), output: nothing },
  /** Asks for a folder that holds a repository; null when the person cancels. */
  chooseRepositoryFolder: { input: nothing, output: z.string().nullable() },
  /** The whole path of one that begins with `~`; any other as it is. */
  wholePath: { input: z.strictObject({ path: z.string().min(1).max(4096) }), output: z.string() },
  /** A file or folder that was dropped on the window. The bridge alone knows its path: the page hands it the `File`. */
  nameDropped: {
    input: z.strictObject({ path: z.string().max(4096) }),
    output: z.object({ path: z.string() }),
  },
  /** Makes a repository to practise on with the tools of this machine; its folder. */
  makePracticeRepository: { input: nothing, output: z.string() },
  /** Asks for a file with certificates or a key; its absolute path, or null when the person cancels. */
  chooseCertificateFile: { input: nothing, output: z.string().nullable() },
  /** Asks for an author map and has the engine read it; null when the person cancels. */
  readAuthorMap: {
    input: repository.nullable(),
    output: z
      .object({
        file: z.string(),
        problems: z.array(z.string()),
        entries: z.array(
          z.object({
            remote_name: z.string(),
            name: z.string(),
            email: z.string(),
            vcs: z.enum(['subversion', 'git', 'mercurial', 'tfvc']).optional(),
          }),
        ),
      })
      .nullable(),
  },
  /** Asks where to, and writes the author map there; null when the person cancels. */
  saveAuthorMap: { input: repository, output: z.object({ file: z.string() }).nullable() },
  /** Asks where to, and writes the people book there; null when the person cancels. */
  savePeopleBook: { input: nothing, output: z.object({ file: z.string() }).nullable() },
  /**
   * Gives a list of sources to the engine: the file that is named, once the person allowed it, or one that they are asked for;
   * null when they cancel. `owner` is for sources that name none.
   */
  loadImportList: {
    input: z.strictObject({ owner: z.string().min(1), path: z.string().min(1).max(4096).optional() }),
    output: z.object({ id }).nullable(),
  },
  /** Asks for an author map and gives it to a list of imports; null when the person cancels. */
  loadListAuthorMap: {
    input: z.strictObject({ batch_id: id }),
    output: z.object({ file: z.string(), taken: z.number().int(), problems: z.array(z.string()) }).nullable(),
  },
  /** Asks where to, and writes the summary of a list of imports there; null when the person cancels. */
  saveListReport: { input: z.strictObject({ batch_id: id }), output: z.object({ file: z.string() }).nullable() },
  /** Asks for a migration archive; its absolute path, or null when the person cancels. */
  chooseArchive: { input: nothing, output: z.string().nullable() },
  /** Archives that a person named outside of the window, each handed out once. */
  takeArchives: { input: nothing, output: z.array(z.string()) },
  /** Links that a person followed outside of the window, each handed out once. */
  takeDeepLinks: { input: nothing, output: z.array(deepLinkSchema) },
  /** Asks where to, and copies a migration's archive there; null when the person cancels. `onDownload` tells how far it is. */
  saveArchive: { input: migration, output: z.object({ path: z.string(), sha256: z.string() }).nullable() },
  /** Where a migration's archive lies. */
  findArchive: { input: migration, output: z.object({ path: z.string() }) },
  /** Stops saving a migration's archive; what was written is removed. */
  stopSavingArchive: { input: migration, output: nothing },
  /** Asks where to, and saves a file out of an opened archive; null when the person cancels. */
  saveInspectedFile: {
    input: z.strictObject({ inspection_id: id, path: z.string().min(1).max(4096) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /** Asks for a table of choices and gives it to the engine; null when the person cancels. */
  loadRestoreChoices: { input: inspection, output: loadedTableSchema.nullable() },
  /** Asks where to, and writes the table of choices there; null when the person cancels. */
  saveRestoreChoices: { input: inspection, output: z.object({ file: z.string() }).nullable() },
  /** Shows a file that was saved in the system's file manager. */
  showSavedArchive: { input: z.strictObject({ path: z.string().min(1) }), output: nothing },
  /** Shows a repository's folder in the system's file manager. */
  openRepositoryFolder: { input: repository, output: nothing },
  /** Opens the import's saved report in the system's browser. */
  openReport: { input: repository, output: nothing },
  /** Asks where to, and writes diagnostics there that the person has read; null when the person cancels. */
  saveDiagnostics: {
    input: z.strictObject({ text: z.string().max(20_000_000) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /** Puts a backup in the place of its database; the app starts again. */
  restoreBackup: { input: z.strictObject({ name: z.string().min(1).max(200) }), output: nothing },
  /** Shows the data folder in the system's file manager. */
  openDataFolder: { input: nothing, output: nothing },
  /** Opens an address of the allow-list in the system's browser. */
  openExternal: { input: z.strictObject({ url: z.url() }), output: nothing },
  getColorScheme: { input: nothing, output: colorSchemeSchema },
  setColorScheme: { input: z.strictObject({ scheme: colorSchemeSchema }), output: nothing },
  getLanguage: { input: nothing, output: languageChoiceSchema },
  /** The page has the language when it is loaded the next time. */
  setLanguage: { input: z.strictObject({ language: languageChoiceSchema }), output: nothing },
  /** Versions for the Settings screen and for bug reports. */
  getVersions: {
    input: nothing,
    output: z.object({ app: z.string(), electron: z.string(), chrome: z.string(), node: z.string() }),
  },
  /** Licences of what is built into the app, as text: packages with lines of `=` between them. */
  getNotices: { input: nothing, output: z.string() },
  /** Shows the licences of Electron and Chromium in the system's file manager. */
  showRuntimeLicences: { input: nothing, output: nothing },
  /** Whether new versions are looked for by itself, or the sentence why this installation never does. */
  getVersionWatch: {
    input: nothing,
    output: z.object({
      refusal: z.string().nullable(),
      enabled: z.boolean(),
      /** Milliseconds since 1970. */
      looked_at: z.number().nullable(),
      /** What was found since the start. */
      found: foundVersionSchema.nullable(),
    }),
  },
  /** Whether to look once a day. */
  setVersionWatch: { input: z.strictObject({ enabled: z.boolean() }), output: nothing },
  /** Looks now. */
  lookForNewVersion: { input: nothing, output: foundVersionSchema },
  /** Opens the page of the project's releases in the system's browser. */
  openReleases: { input: nothing, output: nothing },
  /**
   * Longest and 99th-percentile blocking of an event loop, in milliseconds: of the app's own thread, which windows wait for, or of the
   * engine's. Only with GANTRY_TEST_HOOKS=1.
   */
  readEventLoopDelay: {
    input: z.strictObject({ reset: z.boolean(), of: z.enum(['app', 'engine']) }),
    output: z.object({ p99_ms: z.number(), max_ms: z.number(), mean_ms: z.number(), samples: z.number().int() }),
  },
  /** The engine's events; listening ends with what listening answers, as for all that is told. */
  onEvent: { told: eventSchema },
  /** Changes of who is signed in. */
  onSession: { told: sessionSchema },
  /** How far archives are saved. */
  onDownload: { told: downloadSchema },
  /** There are archives to take: see `takeArchives`. */
  onArchive: { told: nothing },
  /** There are links to take: see `takeDeepLinks`. */
  onLink: { told: nothing },
  /** A newer version was found by the daily look. */
  onNewVersion: { told: foundVersionSchema },
  /** What is chosen in the application menu. */
  onCommand: { told: menuCommandSchema },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType } | { told: z.ZodType }>;

export type IpcContract = typeof ipcContract;
/** What the window asks. */
export type IpcMethod = {
  [M in keyof IpcContract]: IpcContract[M] extends { input: z.ZodType } ? M : never;
}[keyof IpcContract];
/** Names of what the window asks. */
export const ipcMethods = Object.entries(ipcContract).flatMap(([name, entry]) =>
  'input' in entry ? [name as IpcMethod] : [],
);
/** What the window is told. */
export type IpcStream = Exclude<keyof IpcContract, IpcMethod>;
export type IpcTold<S extends IpcStream> = z.output<IpcContract[S]['told']>;
export type IpcInput<M extends IpcMethod> = z.output<IpcContract[M]['input']>;
export type IpcOutput<M extends IpcMethod> = z.output<IpcContract[M]['output']>;

/** What travels back over IPC: errors as sentences, because Electron wraps thrown ones in its own words. */
export type IpcAnswer = { ok: true; value: unknown } | { ok: false; message: string };

/** Name of the IPC channel of what is asked or told. */
export type IpcChannel = `gantry:${keyof IpcContract}`;

type NoArguments<Input> = Input extends undefined ? [] : [input: Input];

/** The one object that the preload exposes as `window.gantry`. */
export type GantryBridge = {
  readonly [M in Exclude<IpcMethod, 'nameDropped'>]: (...input: NoArguments<IpcInput<M>>) => Promise<IpcOutput<M>>;
} & {
  /** Files as the page has them: where they lie, the bridge finds out. */
  nameDropped(file: File): Promise<IpcOutput<'nameDropped'>>;
} & {
  readonly [S in IpcStream]: (listener: (told: IpcTold<S>) => void) => () => void;
};
