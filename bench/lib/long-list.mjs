/**
 * Functions that run in the page for the checks of long lists. Each is self-contained, because only its source is sent to the page.
 */

/**
 * Scrolls through a list, copies every row or cell within some pixels, and adds a static list of the copies beside the real one. Returns their
 * number.
 */
export const keepStatic = async ({ testId, untilPx }) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const selector = `[data-testid="${testId}"]`;
  const modal = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot?.querySelector(selector));
  const listElement = modal.shadowRoot.querySelector(selector);
  const keyOf = (row) => row.getAttribute('aria-posinset') ?? row.dataset.index;
  const rows = new Map();
  const toDataUrl = async (src) => {
    const blob = await (await fetch(src)).blob();
    return new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(blob);
    });
  };
  const keep = async (row) => {
    const copy = row.cloneNode(true);
    // The image URL may be revoked with its row.
    for (const picture of copy.querySelectorAll('img')) picture.src = await toDataUrl(picture.src);
    rows.set(keyOf(row), copy);
  };
  // A row may have no image.
  const isDrawn = (row) => [...row.querySelectorAll('img')].some((picture) => picture.complete) && row.querySelector('.loading') === null;
  const fresh = () => [...listElement.querySelectorAll('ul > li')].filter((row) => !rows.has(keyOf(row)));
  for (let still = 0; still < 20 && listElement.scrollTop < untilPx; ) {
    for (let wait = 0; wait < 10 && !fresh().every(isDrawn); wait += 1) await pause(50);
    for (const row of fresh()) await keep(row);
    const before = listElement.scrollTop;
    listElement.scrollTop += listElement.clientHeight;
    await pause(50);
    still = listElement.scrollTop > before ? 0 : still + 1;
  }
  listElement.scrollTop = 0;
  const copy = listElement.cloneNode(true);
  copy.dataset.testid = 'bench-static';
  const list = copy.querySelector('ul');
  list.replaceChildren(...[...rows].sort(([one], [other]) => one - other).map(([, row]) => row));
  copy.style.display = 'none';
  listElement.after(copy);
  const shown = () => (copy.style.display === 'none' ? listElement : copy);
  globalThis.latchkeyList = {
    root: modal.shadowRoot,
    listElement,
    copy,
    shown,
    middle: () => {
      const { x, y, width, height } = shown().getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
  };
  return rows.size;
};

/** Shows the static list instead of the real one, or the real one again. */
export const showStatic = async (isStatic) => {
  const { listElement, copy } = globalThis.latchkeyList;
  listElement.style.display = isStatic ? 'none' : '';
  copy.style.display = isStatic ? '' : 'none';
  (isStatic ? copy : listElement).scrollTop = 0;
  await new Promise((done) => setTimeout(done, 500));
};

/**
 * Counts rendered and dropped frames. With `looks`, also counts frames with a missing row, which slows the page, so the other counts of
 * such a run are ignored.
 */
export const countFrames = (looks) => {
  const FRAME_MS = 1000 / 60;
  const list = globalThis.latchkeyList.shown();
  const { x, y, width, height } = list.getBoundingClientRect();
  const { root } = globalThis.latchkeyList;
  const places = [0.1, 0.5, 0.9].map((part) => [x + width / 8, y + height * part]);
  const hasRow = ([left, top]) => root.elementFromPoint(left, top)?.closest('li') != null;
  const counts = { frames: 0, dropped: 0, gaps: 0 };
  let last = null;
  let isStopped = false;
  const onFrame = (now) => {
    if (isStopped) return;
    if (last !== null) {
      counts.frames += 1;
      counts.dropped += Math.max(0, Math.round((now - last) / FRAME_MS) - 1);
      if (looks && !places.every(hasRow)) counts.gaps += 1;
    }
    last = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  globalThis.latchkeyFrames = {
    stop: () => {
      isStopped = true;
      return counts;
    },
  };
};
