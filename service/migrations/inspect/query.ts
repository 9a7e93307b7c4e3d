/** Questions about an opened archive; answered on a worker thread, also while it is still read. */

import type { ChoiceRow } from '../../store/inspections.ts';
import type {
  InspectedIssue,
  InspectedRepository,
  InspectedThread,
  RestoreChoice,
} from '../../vocabulary/archive-contents.ts';
import { openRecords, type RecordsDatabase } from '../records/records-database.ts';
import {
  type ChoicesOf,
  countChoiceProblems,
  listChoices,
  matchChoices,
  readCsv,
  writeCsv,
} from './choices/choice-queries.ts';
import type { ReadChoices } from './choices/choices-csv.ts';
import type { Problem } from './index-tables.ts';
import { type IssuesWanted, issues } from './queries/issues.ts';
import type { Paged, PageWanted } from './queries/paged.ts';
import { fileSize, problems } from './queries/problems.ts';
import { repositories } from './queries/repositories.ts';
import { thread } from './queries/thread.ts';

/** By question: what is asked and what is answered. */
export interface Questions {
  repositories: { asked: PageWanted & { q: string }; answer: Paged<InspectedRepository> };
  issues: { asked: IssuesWanted; answer: Paged<InspectedIssue> };
  thread: { asked: { repository: string; number: number }; answer: InspectedThread | null };
  problems: { asked: PageWanted; answer: Paged<Problem> };
  fileSize: { asked: { path: string }; answer: number | null };
  choices: { asked: ChoicesOf & PageWanted & { q: string; conflicts: boolean }; answer: Paged<RestoreChoice> };
  choiceProblems: { asked: ChoicesOf; answer: number };
  matchChoices: { asked: ChoicesOf & { wanted: ChoiceRow[] }; answer: { choices: ChoiceRow[]; unknown: ChoiceRow[] } };
  writeCsv: { asked: ChoicesOf; answer: string };
  readCsv: { asked: ChoicesOf & { text: string }; answer: ReadChoices };
}

export type Question = keyof Questions;

const ANSWERS: {
  [Name in Question]: (index: RecordsDatabase, asked: Questions[Name]['asked']) => Questions[Name]['answer'];
} = {
  repositories,
  issues,
  thread,
  problems,
  fileSize: (index, { path }) => fileSize(index, path),
  choices: (index, asked) => listChoices(index, asked, asked),
  choiceProblems: countChoiceProblems,
  matchChoices: (index, asked) => matchChoices(index, asked, asked.wanted),
  writeCsv,
  readCsv: (index, asked) => readCsv(index, asked, asked.text),
};

export interface QueryJob {
  /** The index. */
  file: string;
  question: Question;
  asked: Questions[Question]['asked'];
}

export function answer(job: QueryJob): Questions[Question]['answer'] {
  const index = openRecords(job.file, { readonly: true });
  try {
    const answers = ANSWERS[job.question] as (index: RecordsDatabase, asked: unknown) => Questions[Question]['answer'];
    return answers(index, job.asked);
  } finally {
    index.close();
  }
}
