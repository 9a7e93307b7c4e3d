import { expect, it } from 'vitest';
import { takeFormsOnce } from './once-submitted.ts';

it('takes a form once where it is submitted twice in a row, and again when it is another or later', () => {
  let time = 1000;
  const listeners = new Map<string, (event: Event) => void>();
  const addEventListener = (name: string, listener: (event: Event) => void) => void listeners.set(name, listener);
  takeFormsOnce({ addEventListener } as unknown as Document, () => time);
  const submit = (form: EventTarget) => {
    let taken = true;
    const refuse = () => {
      taken = false;
    };
    listeners.get('submit')?.({ target: form, preventDefault: refuse, stopPropagation: refuse } as unknown as Event);
    return taken;
  };
  const [form, other] = [new EventTarget(), new EventTarget()];
  expect(submit(form)).toBe(true);
  expect(submit(form)).toBe(false);
  expect(submit(other)).toBe(true);
  // A key that is held down stays one.
  time += 300;
  expect(submit(form)).toBe(false);
  time += 300;
  expect(submit(form)).toBe(false);
  listeners.get('input')?.({ target: { form } } as unknown as Event);
  expect(submit(form)).toBe(true);
  time += 500;
  expect(submit(form)).toBe(true);
});
