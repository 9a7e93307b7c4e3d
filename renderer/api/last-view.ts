/** What the window showed when it was closed: the page begins with it while the engine is opened. */
import type { SessionState } from '../../main/ipc/contract.ts';
import type { LastView } from '../../main/last-view/last-view.ts';

let view: LastView | null = null;

/** Takes the view that came with the page, where one did. */
export function beginWithLastView(page: Document): void {
  const text = page.getElementById('last-view')?.textContent;
  // The app's own part of the document, made from the same type.
  if (text !== undefined) view = JSON.parse(text) as LastView;
}

/** Who was signed in; null without a view, and once the engine is asked. */
export function lastSession(): SessionState | null {
  return view && { login: view.login, locked: false, confirmed_until: null };
}

/** What the engine answered last; undefined for what it has to be asked. */
export function lastAnswer(method: string, path: string): LastView['answers'][string] | undefined {
  return method === 'GET' ? view?.answers[path] : undefined;
}

/** From now on the engine is asked. */
export function forgetLastView(): void {
  view = null;
}
