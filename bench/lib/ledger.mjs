/**
 * Counts sockets, timers and listeners of a page. `keepTimers` runs in the page before its own scripts; the other functions query the
 * browser, which knows all listeners of live objects.
 */
export const keepTimers = () => {
  const timers = { setTimeout: new Set(), setInterval: new Set(), requestAnimationFrame: new Set(), requestIdleCallback: new Set() };
  globalThis.latchkeyTimers = timers;
  const keep = (start, stop, isOnce) => {
    const begin = globalThis[start].bind(globalThis);
    const end = globalThis[stop].bind(globalThis);
    globalThis[start] = (run, ...rest) => {
      const once = (...args) => {
        timers[start].delete(id);
        run(...args);
      };
      const id = begin(isOnce ? once : run, ...rest);
      timers[start].add(id);
      return id;
    };
    globalThis[stop] = (id) => {
      timers[start].delete(id);
      end(id);
    };
  };
  keep('setTimeout', 'clearTimeout', true);
  keep('setInterval', 'clearInterval', false);
  keep('requestAnimationFrame', 'cancelAnimationFrame', true);
  keep('requestIdleCallback', 'cancelIdleCallback', true);
};

/** Live event targets, as remote objects of the browser. */
const targetsOf = async (cdp, objectGroup) => {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'EventTarget.prototype', objectGroup });
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId, objectGroup });
  const { result: found } = await cdp.send('Runtime.getProperties', { objectId: objects.objectId, ownProperties: true });
  return found.flatMap(({ value }) => (value?.objectId === undefined ? [] : [value]));
};

/** Counts listeners by target and event, e.g. `Window focus`. */
const listenersOf = async (cdp) => {
  const objectGroup = 'listeners';
  const counts = new Map();
  for (const { objectId, description } of await targetsOf(cdp, objectGroup)) {
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId });
    // Playwright adds its own listener to pages.
    for (const { type } of listeners.filter(({ type }) => !type.startsWith('__playwright')))
      counts.set(`${description} ${type}`, (counts.get(`${description} ${type}`) ?? 0) + 1);
  }
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup });
  return counts;
};

/** Counts the sockets of a page from now on. */
export const watchSockets = (cdp) => {
  const open = new Set();
  const sockets = { opened: 0, open };
  cdp.on('Network.webSocketCreated', ({ requestId }) => {
    sockets.opened += 1;
    open.add(requestId);
  });
  cdp.on('Network.webSocketClosed', ({ requestId }) => open.delete(requestId));
  return sockets;
};

/** Counts everything that is alive, by name. */
export const takeStock = async ({ tab, cdp }, sockets) => {
  const timers = await tab.evaluate(() => Object.entries(globalThis.latchkeyTimers).map(([name, ids]) => [name, ids.size]));
  return new Map([['WebSocket', sockets.open.size], ...timers, ...(await listenersOf(cdp))].filter(([, count]) => count > 0));
};

/** Returns the counts of a stock beyond those of another. */
export const beyond = (stock, other) =>
  Object.fromEntries([...stock].map(([name, count]) => [name, count - (other.get(name) ?? 0)]).filter(([, count]) => count > 0));
