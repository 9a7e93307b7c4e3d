/**
 * Gives the keyboard to what is there now, once what had it is gone: where a drawer was opened from may be, as a link, a key or another
 * program leads elsewhere while it is open. A dialog that lies over the page comes first.
 */
export function keyboardToPage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const place =
      [...document.querySelectorAll('[role=dialog]')].at(-1) ??
      document.querySelector('[data-testid=page] h1') ??
      document.querySelector('main input');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  });
}
