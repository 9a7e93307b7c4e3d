/** A project that is renamed on its server: also all that was before is told below its new name, and its id stays. */
import { fold, liesIn } from '../paths.ts';
import type { TfvcModel } from './model.ts';

export function renameProject(model: TfvcModel, before: string, now: string): void {
  const [old, top] = [`$/${before}`, `$/${now}`];
  const place = (text: string) => (liesIn(fold(text), fold(old)) ? top + text.slice(old.length) : text);
  const seen = new Set<object>();
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return place(value);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || seen.has(value)) return value;
    seen.add(value);
    if (value instanceof Map) {
      const entries = [...value].map(([key, one]) => [fold(place(String(key))), rename(one)] as const);
      value.clear();
      for (const [key, one] of entries) value.set(key, one);
    } else {
      for (const [key, one] of Object.entries(value)) Object.assign(value, { [key]: rename(one) });
    }
    return value;
  };
  for (const part of [model.changesets, model.branches, model.labels]) rename(part);
  for (const project of model.projects) if (project.name === before) project.name = now;
}
