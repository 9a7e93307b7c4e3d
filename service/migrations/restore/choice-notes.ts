/** What a restore says at its end of those that were not restored as they were. */
import { counted, type Said, say } from '../../../language/sentence.ts';
import type { ChoiceAction, ChoiceModel } from '../../store/inspections.ts';

type Note = (count: number) => Said;

export const CHOICE_NOTES: Record<ChoiceModel, Record<Exclude<ChoiceAction, 'import'>, Note>> = {
  user: {
    skip: (count) =>
      count === 1 ? say('1 user was left out.') : say('{count} users were left out.', { count: counted(count) }),
    map: (count) =>
      count === 1
        ? say('1 user was mapped to what is here.')
        : say('{count} users were mapped to what is here.', { count: counted(count) }),
    rename: (count) =>
      count === 1
        ? say('1 user was given another name.')
        : say('{count} users were given another name.', { count: counted(count) }),
  },
  organization: {
    skip: (count) =>
      count === 1
        ? say('1 organization was left out.')
        : say('{count} organizations were left out.', { count: counted(count) }),
    map: (count) =>
      count === 1
        ? say('1 organization was mapped to what is here.')
        : say('{count} organizations were mapped to what is here.', { count: counted(count) }),
    rename: (count) =>
      count === 1
        ? say('1 organization was given another name.')
        : say('{count} organizations were given another name.', { count: counted(count) }),
  },
  repository: {
    skip: (count) =>
      count === 1
        ? say('1 repository was left out.')
        : say('{count} repositories were left out.', { count: counted(count) }),
    map: (count) =>
      count === 1
        ? say('1 repository was mapped to what is here.')
        : say('{count} repositories were mapped to what is here.', { count: counted(count) }),
    rename: (count) =>
      count === 1
        ? say('1 repository was given another name.')
        : say('{count} repositories were given another name.', { count: counted(count) }),
  },
};
