/** Frames in which what closes may still be there, and take the keyboard with it when it goes. */
const FRAMES = 30;

/**
 * Gives the keyboard to what is there now, once what had it is gone: where a drawer was opened from may be, as a link, a key or another
 * program leads elsewhere while it is open. A dialog that lies over the page comes first.
 */
export function keyboardToPage(): void {
  lookFor(FRAMES);
}

function lookFor(frames: number): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    lookFor(frames - 1);
    if (!isNowhere(document.activeElement)) return;
    const place =
      [...document.querySelectorAll('[role=dialog]')].at(-1) ??
      document.querySelector('[data-testid=page] h1') ??
      document.querySelector('main')?.querySelector('input');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  });
}

/** Whether nothing that is seen has the keyboard: what is hidden loses it with the next picture only. */
export function isNowhere(active: Element | null): boolean {
  return active === null || active === document.body || !active.checkVisibility();
}
