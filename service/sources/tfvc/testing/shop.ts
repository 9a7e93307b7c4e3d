/** A project that most tests begin with. */
import type { CheckIn } from './check-in.ts';
import { TfvcModel } from './model.ts';

/** Address of the project. */
export const TOP = '$/Shop';

/** A project with a branch `Main` (C2) and its child `Dev` (C3), and what else happens, a changeset each. */
export function shop(...acts: ((work: CheckIn) => void)[]): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({ comment: 'Start' }, (work) => {
    work.add(`${TOP}/Main/readme.txt`, 'one\n');
    work.add(`${TOP}/Main/src/Program.cs`, 'class A {}\n');
  });
  model.checkIn({ comment: 'Branch' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  for (const act of acts) model.checkIn({}, act);
  return model;
}
