import { useEffect, useState } from 'react';

/** A page in the background draws nothing for as long as it stays there. */
const LONGEST_MS = 100;

/** Whether the browser has drawn a frame since the thing is `live`. */
export const useFirstFrame = (live: boolean): boolean => {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!live) return;
    const done = (): void => setDrawn(true);
    let afterFrame: ReturnType<typeof setTimeout> | undefined;
    // The callback comes before the frame is drawn, a task begun in it after.
    const frame = requestAnimationFrame(() => {
      afterFrame = setTimeout(done);
    });
    const longest = setTimeout(done, LONGEST_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(afterFrame);
      clearTimeout(longest);
      setDrawn(false);
    };
  }, [live]);
  return live && drawn;
};
