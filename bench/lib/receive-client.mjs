/** Runs in a page of ours before its own scripts: tells it where services are, and takes what it hands out. */
export const receiveClient = (endpoints) => {
  const bench = { endpoints, hand: (parts) => Object.assign(bench, parts) };
  globalThis.latchkeyBench = bench;
};
