/** A server that has not begun to answer: what a person sees meanwhile. */
export interface SilenceMessage {
  type: 'silence';
  /** How long the server has been at work on its answer. */
  milliseconds: number;
}

export function silenceText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`;
  return `Waiting for the server: it has been at work on its answer for ${time}…`;
}
