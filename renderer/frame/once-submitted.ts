/** Milliseconds: what comes again sooner is the same double click, or the same key held down. */
const TOGETHER_MS = 400;

/**
 * Takes a form once where it is submitted twice in a row: a second one that comes before its button is drawn busy began the same work,
 * such as a push, once more.
 * @param now milliseconds
 */
export function takeFormsOnce(
  page: Pick<Document, 'addEventListener'>,
  now: () => number = () => performance.now(),
): void {
  const submitted = new WeakMap<EventTarget, number>();
  page.addEventListener(
    'submit',
    (event) => {
      const { target } = event;
      if (target === null) return;
      const before = submitted.get(target);
      submitted.set(target, now());
      if (before === undefined || now() - before > TOGETHER_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  // Somebody mended what was refused at once.
  page.addEventListener(
    'input',
    ({ target }) => {
      const form = (target as Partial<HTMLInputElement> | null)?.form ?? null;
      if (form !== null) submitted.delete(form);
    },
    { capture: true },
  );
}
