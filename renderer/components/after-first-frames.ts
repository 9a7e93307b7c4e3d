/** Frames that belong to what is seen: the first draws it, the second what follows from it, and with the third it can be used. */
const FIRST_FRAMES = 3;
/** How long they may take, in milliseconds: a window that is not shown draws none. */
const LONGEST_MS = 1000;

/** Calls once the first frames from now on were drawn, and nothing else is to do. @returns what takes it back */
export function afterFirstFrames(then: () => void): () => void {
  let frame = 0;
  let idle = 0;
  let left = FIRST_FRAMES;
  const end = () => {
    stop();
    then();
  };
  const drawn = () => {
    left--;
    if (left > 0) frame = requestAnimationFrame(drawn);
    else idle = requestIdleCallback(end);
  };
  const late = setTimeout(end, LONGEST_MS);
  const stop = () => {
    clearTimeout(late);
    cancelAnimationFrame(frame);
    cancelIdleCallback(idle);
  };
  frame = requestAnimationFrame(drawn);
  return stop;
}
