/**
 * What the window showed when it was closed. The next one begins with it while the engine is opened, as long as nothing was written to
 * the database since: what it says is what the engine would answer. Kept in one small file beside the app's settings.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { renamePatientlyNow } from '../../service/files/patient-rename.ts';
import type { IpcOutput } from '../ipc/contract.ts';

export interface LastView {
  /** Whose window it was. */
  login: string;
  /** By path and query below `/api/v3`. */
  answers: Record<string, IpcOutput<'request'>>;
}

/** What must be as it was for a view to be shown. */
export interface Circumstances {
  /** Of the database, as `stateOfClosedFolder` says it. */
  state: string;
  /** Of the app. */
  version: string;
  /** In which the answers' sentences are. */
  language: string;
}

/** A larger one, in characters, is not kept: reading it would take longer than it saves. */
const LARGEST = 2 << 20;

/**
 * The view that the last window left.
 * @returns null where there is none, or something is not as it was
 */
export function readLastView(file: string, now: Circumstances): LastView | null {
  try {
    const { view, ...then }: Partial<Circumstances> & { view?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    const isSame = then.state === now.state && then.version === now.version && then.language === now.language;
    return isSame && isView(view) ? { login: view.login, answers: view.answers } : null;
  } catch {
    // Nothing needs it: the window waits for the engine then.
    return null;
  }
}

/** By hand: it is read before the schemas are, which a page needs that asks something. */
function isView(value: unknown): value is LastView {
  if (!isObject(value) || typeof value.login !== 'string' || !isObject(value.answers)) return false;
  return Object.values(value.answers).every(
    (answer) =>
      isObject(answer) &&
      Number.isInteger(answer.status) &&
      typeof answer.body === 'string' &&
      isObject(answer.headers) &&
      Object.values(answer.headers).every((header) => typeof header === 'string'),
  );
}

function isObject(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Removes the view that the last window left. */
export function dropLastView(file: string): void {
  rmSync(file, { force: true });
}

/** Keeps a view for the next window, unless it is too large. @throws the system's error */
export function keepLastView(file: string, then: Circumstances, view: LastView): void {
  const text = JSON.stringify({ ...then, view });
  if (text.length > LARGEST) {
    dropLastView(file);
    return;
  }
  // One that a power cut damages is none.
  writeFileSync(`${file}.part`, text, { mode: 0o600 });
  renamePatientlyNow(`${file}.part`, file);
}

/** The view as a part of a page, which reads it as data: no script is run. */
export function asPartOfPage(view: LastView): string {
  return `<script type="application/json" id="last-view">${JSON.stringify(view).replaceAll('<', '\\u003c')}</script>`;
}
