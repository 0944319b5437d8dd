/**
 * The licence gate. What reaches a host (dependencies, optional peers and all they need) has a permissive licence; what only builds
 * and tests Latchkey has one that the Open Source Initiative approved. Reads the lockfile and the installed packages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/root.mjs';
import { VERSIONS } from '../vendor/inversify-parts.mjs';

const PERMISSIVE = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0'];

/** @see https://opensource.org/licenses */
const FOR_TOOLS = [
  ...PERMISSIVE,
  ...['AGPL-3.0', 'GPL-2.0', 'GPL-3.0', 'LGPL-2.1', 'LGPL-3.0'].flatMap((id) => [id, `${id}-only`, `${id}-or-later`]),
  ...['Artistic-2.0', 'BSL-1.0', 'EPL-2.0', 'MIT-0', 'MPL-2.0', 'Python-2.0', 'Zlib'],
];

/**
 * Parts of the SDKs' own closures that no bundle of a host holds: what needs them is left out of what we import (ADR 23), and
 * `tests/arch/built` shows that no chunk contains them. They are judged as tools are.
 */
const OUTSIDE_OF_BUNDLES = [
  // The socket of web3.js' `Connection`: we read with our own.
  'rpc-websockets',
  // The light client that `@polkadot/rpc-provider` offers beside its socket.
  '@substrate/connect',
  '@substrate/connect-extension-protocol',
  '@substrate/connect-known-chains',
  '@substrate/light-client-extension-helpers',
  'smoldot',
];

/** A phrase that the text of each licence holds: a licence file that holds none of them is not the licence that package.json claims. */
const PHRASES = {
  MIT: /permission is hereby granted, free of charge/i,
  ISC: /permission to use, copy, modify,? and\/or distribute this software/i,
  '0BSD': /permission to use, copy, modify,? and\/or distribute this software/i,
  'Apache-2.0': /apache license/i,
  'BSD-2-Clause': /redistribution and use in source and binary forms/i,
  'BSD-3-Clause': /redistribution and use in source and binary forms/i,
  'BlueOak-1.0.0': /blue oak model license/i,
  Unlicense: /released into the public domain/i,
  'CC0-1.0': /CC0|creative commons/i,
};

/** Whether an SPDX expression allows use under the allowed licences: any side of OR, both sides of AND. */
export const isAllowed = (expression, allowed) => {
  const text = expression.trim().replace(/^\((.*)\)$/, (whole, inside) => (/^[^()]*$/.test(inside) ? inside : whole));
  for (const [operator, combine] of [
    [' OR ', 'some'],
    [' AND ', 'every'],
  ]) {
    const parts = splitOutside(text, operator);
    if (parts.length > 1) return parts[combine]((part) => isAllowed(part, allowed));
  }
  // An exception only adds permissions. @see https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
  return allowed.includes(text.replace(/ WITH \S+$/, ''));
};

/** Splits at an operator that stands outside of parentheses. */
const splitOutside = (text, operator) => {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0 && text.startsWith(operator, at)) {
      parts.push('');
      at += operator.length - 1;
    } else parts[parts.length - 1] += text[at];
  }
  return parts;
};

/** Where a package finds a dependency: in its own node_modules, or in one of a folder above. */
const locate = (packages, from, name) => {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return null;
  }
};

/** Paths of all packages that the root needs at run time, optional peers included, and of those whose code is part of its own. */
export const runtimeClosure = (packages, ownParts = []) => {
  const closure = new Set();
  const visit = (path, names) => {
    for (const name of names) {
      const found = locate(packages, path, name);
      if (found === null || closure.has(found) || packages[found].link) continue;
      closure.add(found);
      const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[found];
      const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
      visit(found, [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
    }
  };
  const { dependencies = {}, peerDependencies = {} } = packages[''];
  visit('', [...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  for (const name of ownParts) closure.add(`node_modules/${name}`);
  return closure;
};

const declared = ({ license, licenses }) => {
  if (typeof license === 'string') return license;
  const listed = [license, ...(licenses ?? [])].map((one) => one?.type ?? one).filter((one) => typeof one === 'string');
  return listed.length === 0 ? null : listed.join(' OR ');
};

/** The licence of a package whose manifest names none: the one whose text its licence file holds. */
const written = (text) => PERMISSIVE.find((id) => text !== null && PHRASES[id].test(text)) ?? 'none';

const licenceText = (folder) => {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying|unlicense)(\.|-|$)/i.test(entry));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8');
};

/** The fault of a package by its manifest and the text of its licence file (`null` without one); `null` where it has none. */
export const licenceFault = (manifest, text, isRuntime) => {
  const expression = declared(manifest) ?? written(text);
  const name = `${manifest.name}@${manifest.version}`;
  const isBundled = isRuntime && !OUTSIDE_OF_BUNDLES.includes(manifest.name);
  if (!isAllowed(expression, isBundled ? PERMISSIVE : FOR_TOOLS))
    return `${name}: licence ${expression} is not allowed for ${isBundled ? 'the package' : 'tools'}`;
  if (!isBundled || text === null) return null;
  const phrases = PERMISSIVE.filter((id) => expression.includes(id)).map((id) => PHRASES[id]);
  return phrases.some((phrase) => phrase.test(text))
    ? null
    : `${name}: says ${expression}, but its licence file does not hold that licence`;
};

/** The fault of one installed package, or `null`. */
const judge = (path, isRuntime) => {
  const folder = join(root, path);
  return licenceFault(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), licenceText(folder), isRuntime);
};

/** Judges all installed packages. */
export const checkLicences = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const closure = runtimeClosure(packages, Object.keys(VERSIONS));
  const installed = Object.keys(packages).filter(
    (path) => path.includes('node_modules/') && !packages[path].link && existsSync(join(root, path, 'package.json')),
  );
  return {
    runtime: closure.size,
    tools: installed.length - closure.size,
    faults: installed.map((path) => judge(path, closure.has(path))).filter((fault) => fault !== null),
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { runtime, tools, faults } = checkLicences();
  for (const fault of faults) console.error(fault);
  console.log(`licences: ${runtime} packages at run time, ${tools} tools, ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}
