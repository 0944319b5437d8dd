/** Runs in a Latchkey page before its own scripts: provides service URLs and receives the client. */
export const receiveClient = (endpoints) => {
  const bench = { endpoints, hand: (parts) => Object.assign(bench, parts) };
  globalThis.latchkeyBench = bench;
};
