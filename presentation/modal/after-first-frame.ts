/** A page in the background draws nothing for as long as it stays there. */
const LONGEST_MS = 100;

/** Calls once the browser has drawn a frame. The returned function takes that back. */
export const afterFirstFrame = (done: () => void): (() => void) => {
  let afterFrame: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(afterFrame);
    clearTimeout(longest);
  };
  const finish = (): void => {
    cancel();
    done();
  };
  // The callback comes before the frame is drawn, a task begun in it after.
  const frame = requestAnimationFrame(() => {
    afterFrame = setTimeout(finish);
  });
  const longest = setTimeout(finish, LONGEST_MS);
  return cancel;
};
