/**
 * The licence gate. Packages that apps install (dependencies, optional peers and their dependencies) must have a permissive licence;
 * build and test tools must have an OSI-approved one.
 */
import { promisify } from 'node:util';
import { init } from 'license-checker-rseidelsohn';
import { root } from './lib/root.mjs';

const PERMISSIVE = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0'];

/** @see https://opensource.org/licenses */
const FOR_TOOLS = [...PERMISSIVE, 'Artistic-2.0', 'GPL-3.0-only', 'GPL-3.0-or-later', 'LGPL-3.0-only', 'MIT-0', 'MPL-2.0', 'Python-2.0'];

/** Allowed packages, with the reason. */
const EXCEPTIONS = {
  runtime: [
    // Dependencies of SDKs that no app bundle contains (ADR 23); tests/arch/built verifies that no chunk contains them.
    'rpc-websockets',
    '@substrate/connect',
    '@substrate/connect-extension-protocol',
    '@substrate/connect-known-chains',
    'smoldot',
    // Its manifest has no licence field; its licence file is the Unlicense.
    'text-encoding-utf-8',
  ],
  tools: [
    'text-encoding-utf-8',
    // GPL-3.0-or-later with the Classpath exception, which only adds permissions.
    'smoldot',
    // Its manifest has no licence field; its licence file is the MIT licence.
    'buffer-compare',
    // BUSL-1.1, whose change date (1 April 2023) has passed: GPL-2.0-or-later. Part of the package with EntryPoint's code, and not used.
    '@uniswap/v3-core',
    // WTFPL: formats the output of secretlint.
    '@azu/style-format',
    // CC-BY-3.0: licence name lists used by this gate.
    'spdx-exceptions',
    'spdx-ranges',
  ],
};

/** Packages with a licence that is not allowed. */
const faultsOf = async (allowed, exceptions, production) => {
  const found = await promisify(init)({
    start: root,
    production,
    excludePrivatePackages: true,
    excludeLicenses: allowed.join(','),
    excludePackagesStartingWith: exceptions.map((name) => `${name}@`).join(';'),
  });
  return Object.entries(found).map(([name, { licenses }]) => `${name}: ${licenses}`);
};

const faults = [
  ...(await faultsOf(PERMISSIVE, EXCEPTIONS.runtime, true)).map((fault) => `${fault} is not allowed for the package`),
  ...(await faultsOf(FOR_TOOLS, EXCEPTIONS.tools, false)).map((fault) => `${fault} is not allowed for tools`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
