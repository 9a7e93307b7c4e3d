import { type Said, say } from '../../../language/sentence.ts';

/** A server that has not begun to answer: what a person sees meanwhile. */
export interface SilenceMessage {
  type: 'silence';
  /** How long the server has been at work on its answer. */
  milliseconds: number;
}

export function silenceText(milliseconds: number): Said {
  const seconds = Math.round(milliseconds / 1000);
  const time =
    seconds < 120
      ? say('{count} seconds', { count: seconds })
      : say('{count} minutes', { count: Math.floor(seconds / 60) });
  return say('Waiting for the server: it has been at work on its answer for {time}…', { time });
}
