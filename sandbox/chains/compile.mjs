/**
 * Compiles the sandbox's contracts into contracts.data.ts, which is checked in: starting a chain then needs no compiler. Run it
 * after a change of a contract: `node sandbox/chains/compile.mjs`. With `--check` it only says whether the data is up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
/** solc has no types of its own. */
const solc = require('solc');

const folder = new URL('./contracts/', import.meta.url);
const target = fileURLToPath(new URL('./contracts.data.ts', import.meta.url));

/** @param {string} path */
const read = (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') });

const sources = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }]),
);
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};
const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), { import: read }));
const faults = (output.errors ?? []).filter((/** @type {{ severity: string }} */ { severity }) => severity === 'error');
if (faults.length > 0)
  throw new Error(faults.map((/** @type {{ formattedMessage: string }} */ fault) => fault.formattedMessage).join('\n'));

const contracts = Object.keys(sources)
  .flatMap((file) => Object.entries(output.contracts[file]))
  .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]);

const text = `// biome-ignore-all format: what the compiler gives
/** ABI and creation code of the contracts in contracts/, made by compile.mjs with solc ${solc.version()}. */
export const CONTRACTS = ${JSON.stringify(Object.fromEntries(contracts), null, 1)} as const;
`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('contracts.data.ts is not what the contracts compile to: run node sandbox/chains/compile.mjs');
  process.exitCode = 1;
}
