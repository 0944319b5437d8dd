/**
 * Inversify as Latchkey publishes it: one small file, made from the pinned packages without the parts that composition never reaches.
 * What is left out or replaced, and why, is the table in `inversify-parts.mjs`; the decision is docs/adr/0014.
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { root } from '../lib/root.mjs';
import { PARTS, VERSIONS } from './inversify-parts.mjs';

/** What composition imports, and nothing else of Inversify exists in the file. */
const ENTRY = "export { Container, ContainerModule } from 'inversify';";

const LEFT_OUT = 'latchkey:left-out';
const LEFT_OUT_CODE =
  "export function leftOut() { throw new Error('Latchkey is published without this part of Inversify: see docs/adr/0014 of Latchkey'); }";

const packageFolder = (name) => join(root, 'node_modules', name);
const licenceOf = (name) => readFileSync(join(packageFolder(name), 'LICENSE'), 'utf8').trim();

const fail = (fault) => {
  throw new Error(`The file of Inversify was not made: ${fault}`);
};

/** The name by which the table knows a file: `@inversifyjs/core/planning/actions/plan`. */
const partName = (path) => relative(join(root, 'node_modules'), path).split(sep).join('/').replace('/lib/', '/').replace(/\.js$/, '');

const checkVersions = (versions) => {
  for (const [name, version] of Object.entries(versions)) {
    const { version: installed } = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8'));
    if (installed !== version)
      fail(`${name} is ${installed}, but the table was written for ${version}: read it again, then pin that version`);
  }
};

const parse = (path, code) => ts.createSourceFile(path, code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** Names that a module declares and exports. */
const exportsOf = (source) =>
  source.statements.filter(isExported).flatMap((node) => {
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.text);
    return [node.name.text];
  });

/** A module of nothing: whoever calls or constructs one of its exports is told. */
const leaveOutAll = (source) =>
  exportsOf(source)
    .map((name) => `export { leftOut as ${name} } from '${LEFT_OUT}';`)
    .join('\n');

const isNamed = (node, name) => (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name?.text === name;

/** The nodes that a name of the table stands for: a function or class of the module (`name`), or a method of a class (`Class.method`). */
const nodesOf = (source, wanted) => {
  const [first, ...rest] = wanted.split('.');
  const owners = source.statements.filter((node) => isNamed(node, first));
  if (rest.length === 0) return owners;
  // A private name is a name as well, so the rest is one member.
  return owners.flatMap((owner) =>
    owner.members.filter((member) => ts.isMethodDeclaration(member) && member.name.getText(source) === rest.join('.')),
  );
};

/** What stands for what is left out: the same name, and an error for whoever calls it. */
const standIn = (name, node) => {
  if (ts.isMethodDeclaration(node)) return `${node.name.text}() { leftOut(); }`;
  const called = name.endsWith('()') ? '() => leftOut' : 'leftOut';
  return `const ${node.name.text} = ${called};${isExported(node) ? ` export { ${node.name.text} };` : ''}`;
};

/** A module without some of its functions and methods. */
const leaveOut = (source, path, names) => {
  let code = source.text;
  const cuts = names.flatMap((name) => {
    const nodes = nodesOf(source, name.replace('()', ''));
    if (nodes.length === 0) fail(`${path} has no ${name} any more`);
    return nodes.map((node) => ({ name, node, from: node.getStart(source), to: node.end }));
  });
  for (const { name, node, from, to } of cuts.sort((a, b) => b.from - a.from))
    code = code.slice(0, from) + standIn(name, node) + code.slice(to);
  return `import { leftOut } from '${LEFT_OUT}';\n${code}`;
};

/** A module of our own in the place of one of theirs. */
const replace = (source, path, file) => {
  const code = readFileSync(new URL(`./inversify/${file}`, import.meta.url), 'utf8');
  const missing = exportsOf(parse(file, code)).filter((name) => !exportsOf(source).includes(name));
  if (missing.length > 0) fail(`${path} does not export ${missing.join(', ')} any more`);
  return code;
};

/** Applies the table, and notes which of its rows were met. */
const prune = (parts, met) => ({
  name: 'prune',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^latchkey:/ }, ({ path }) => ({ path, namespace: 'latchkey' }));
    onLoad({ filter: /.*/, namespace: 'latchkey' }, () => ({ contents: LEFT_OUT_CODE }));
    onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, ({ path }) => {
      const name = partName(path);
      const part = parts[name];
      if (part === undefined) return undefined;
      met.add(name);
      const source = parse(path, readFileSync(path, 'utf8'));
      if (part.replacedBy !== undefined) return { contents: replace(source, name, part.replacedBy) };
      return { contents: part.without === undefined ? leaveOutAll(source) : leaveOut(source, name, part.without) };
    });
  },
});

/**
 * Makes the file. Throws when the installed packages are not those that the table was written for, and when a row names what does
 * not exist.
 * @returns its code, and the packages whose code is in it
 */
export const bundleInversify = async ({ parts = PARTS, versions = VERSIONS } = {}) => {
  checkVersions(versions);
  const met = new Set();
  const { outputFiles, metafile } = await build({
    stdin: { contents: ENTRY, resolveDir: root, sourcefile: 'inversify.js' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [prune(parts, met)],
  });
  const idle = Object.keys(parts).filter((name) => !met.has(name));
  if (idle.length > 0) fail(`nothing imports ${idle.join(', ')} any more`);
  const [{ inputs }] = Object.values(metafile.outputs);
  const packages = [
    ...new Set(Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? [])),
  ].sort();
  const unknown = packages.filter((name) => versions[name] === undefined);
  if (unknown.length > 0) fail(`it holds ${unknown.join(', ')}, which the table does not pin`);
  const licences = [...new Set(packages.map(licenceOf))];
  const named = packages.map((name) => `${name} ${versions[name]}`).join(', ');
  const notice = `/*\nA part of ${named}, changed: see docs/adr/0014 of Latchkey.\n\n${licences.join('\n\n')}\n*/\n`;
  return { code: notice + outputFiles[0].text, packages, licences, inputs };
};
