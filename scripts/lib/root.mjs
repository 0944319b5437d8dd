import { resolve } from 'node:path';

/** Root folder of the repository. */
export const root = resolve(import.meta.dirname, '../..');

/** Minimum Node version. */
const OLDEST_NODE = [20, 19];

/** Exits with a clear message if Node is too old. */
export const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Latchkey needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
};
