/** Background pages draw no frames. */
const MAX_WAIT_MS = 100;

/** Calls back once the browser has drawn a frame. The returned function cancels this. */
export const afterFirstFrame = (callback: () => void): (() => void) => {
  let afterFrame: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(afterFrame);
    clearTimeout(fallbackTimer);
  };
  const finish = (): void => {
    cancel();
    callback();
  };
  // An animation frame callback runs before the frame is drawn; a task queued in it runs after.
  const frame = requestAnimationFrame(() => {
    afterFrame = setTimeout(finish);
  });
  const fallbackTimer = setTimeout(finish, MAX_WAIT_MS);
  return cancel;
};
