/** Reads the progress lines of `git clone`, `git push` and their kind. */
import { type Said, say } from '../../language/sentence.ts';

export interface GitProgress {
  /** How much of the whole command is done, 0-1. */
  fraction: number;
  done: number;
  total: number;
  /** Sentence for a person. */
  text: Said;
}

interface Phase {
  title: string;
  text: Said;
  weight: number;
}

/** Phases in order, with how much of the time each takes as a rule. */
export const CLONE_PHASES: readonly Phase[] = [
  { title: 'remote: Enumerating objects', text: say('The source counts its objects.'), weight: 2 },
  { title: 'remote: Counting objects', text: say('The source counts its objects.'), weight: 3 },
  { title: 'remote: Compressing objects', text: say('The source packs its objects.'), weight: 10 },
  { title: 'Receiving objects', text: say('Receiving objects.'), weight: 60 },
  { title: 'Resolving deltas', text: say('Checking every object.'), weight: 25 },
];

export const PUSH_PHASES: readonly Phase[] = [
  { title: 'Enumerating objects', text: say('Counting objects.'), weight: 2 },
  { title: 'Counting objects', text: say('Counting objects.'), weight: 3 },
  { title: 'Compressing objects', text: say('Packing objects.'), weight: 15 },
  { title: 'Writing objects', text: say('Sending objects.'), weight: 60 },
  { title: 'remote: Resolving deltas', text: say('The remote checks every object.'), weight: 20 },
];

const LINE = /^(.+?):\s+\d+% \((\d+)\/(\d+)\)/;

/** Reads one line; null when it tells no progress (then it is a message for the log). */
export function readProgress(line: string, phases: readonly Phase[]): GitProgress | null {
  const match = LINE.exec(line.trimStart());
  if (match === null) return null;
  const [, title = '', done = '0', total = '0'] = match;
  const index = phases.findIndex((phase) => phase.title === title);
  const phase = phases[index];
  if (phase === undefined) return null;
  const sum = phases.reduce((all, one) => all + one.weight, 0);
  const before = phases.slice(0, index).reduce((all, one) => all + one.weight, 0);
  const share = Number(total) === 0 ? 1 : Number(done) / Number(total);
  return {
    fraction: (before + phase.weight * share) / sum,
    done: Number(done),
    total: Number(total),
    text: phase.text,
  };
}

/** Whether a line belongs to a progress display in a form without numbers to read. */
export function isProgressNoise(line: string): boolean {
  return (
    /^(remote: )?(Enumerating|Counting|Compressing|Receiving|Resolving|Writing|Total|Delta compression|Updating|Checking|Unpacking|Cloning into)\b/.test(
      line.trim(),
    ) ||
    line.trim() === '' ||
    line.trim() === 'done.' ||
    line.trim() === 'remote:'
  );
}
