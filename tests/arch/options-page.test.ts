import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { addressOfService, type ServiceName } from '../../domain/options/endpoints.js';
import { parseOptions } from '../../domain/options/parse-options.js';
import { parse, root } from './source-files.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The members of each interface of a text, with what their TSDoc says. */
const interfacesOf = (text: string): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const { tree } = parse('options.ts', text);
  const told = (node: ts.Node): string =>
    ts
      .getJSDocCommentsAndTags(node)
      .map((comment) => comment.getText(tree))
      .join(' ');
  return new Map(
    tree.statements
      .filter(ts.isInterfaceDeclaration)
      .map(({ name, members }) => [
        name.text,
        new Map(members.map((member) => [(member.name?.getText(tree) ?? '').replaceAll("'", ''), told(member)])),
      ]),
  );
};

const types = interfacesOf(read('domain/options/options.ts'));
const prefixed = (type: string, prefix: string): readonly (readonly [string, string])[] =>
  [...(types.get(type) ?? [])].map(([name, told]) => [prefix + name, told]);

/** What the TSDoc says of each option, by its path. */
const documented: ReadonlyMap<string, string> = new Map([
  ...prefixed('OptionsInput', '').filter(([name]) => name !== 'features' && name !== 'endpoints'),
  ...prefixed('Features', 'features.'),
  ...prefixed('Endpoints', 'endpoints.'),
]);

/** What the page says of each option, by its path. The modules' own options are a table of another shape. */
const rowsOf = (page: string): ReadonlyMap<string, { readonly byDefault: string; readonly told: string }> =>
  new Map(
    [...(page.split('## Options of the modules')[0] ?? '').matchAll(/^\| (`[^|]+`) \| ([^|]+) \| (.+) \|$/gm)].flatMap(
      ([, named = '', byDefault = '', told = '']) =>
        [...named.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, { byDefault: byDefault.replaceAll('`', ''), told }] as const),
    ),
  );

const page = rowsOf(read('docs/options.md'));

const defaults = parseOptions({
  networks: [
    { id: 1, name: 'One', nativeCurrency: { name: 'C', symbol: 'C', decimals: 18 }, rpcUrls: { default: { http: ['http://n'] } } },
  ],
});

/** What is in use where the host sets nothing, as the page writes it. */
const inUse = (path: string): string => {
  if (path === 'networks') return 'needed';
  const [whole = '', part = ''] = path.split('.');
  const isService = whole === 'endpoints' && part !== 'rpc';
  // The path comes from the type of the options; every service but one has a default with a project id.
  if (isService) return addressOfService({ endpoints: {}, projectId: 'some' }, part as ServiceName) ?? '–';
  const value: unknown = part === '' ? Object(defaults)[whole] : Object(Object(defaults)[whole])[part];
  return value === undefined
    ? '–'
    : JSON.stringify(value)
        .replaceAll(/([,:])(?=")/g, '$1 ')
        .replaceAll(/^\{(?=.)|(?<=.)\}$/g, (edge) => (edge === '{' ? '{ ' : ' }'));
};

/** Options that nothing reads yet, as the table of their effects says. */
const waiting: readonly string[] = [
  ...read('tests/unit/options/support/option-rows.tsx').matchAll(/^ {2}(\w+): \{ set: .*, waitsFor: '/gm),
].map(([, name = '']) => (documented.has(name) ? name : `features.${name}`));

describe('the page of all options', () => {
  it('finds what it compares', () => {
    expect(documented.size).toBeGreaterThan(60);
    expect(waiting).toEqual(expect.arrayContaining(['siwx', 'locale', 'features.email', 'features.smartSessions']));
    expect(interfacesOf('interface A {\n  /** Told. */\n  a: 1;\n  b: 2;\n}').get('A')).toEqual(
      new Map([
        ['a', '/** Told. */'],
        ['b', ''],
      ]),
    );
  });

  it('has each of them, and no other', () => {
    expect([...page.keys()].sort()).toEqual([...documented.keys(), 'modules', 'onEvent'].sort());
  });

  it.each([...documented.keys()])('says what %s is by default', (name) => {
    if (name === 'networks') expect(page.get(name)?.byDefault).toBe('needed');
    else if (name === 'themeVariables') expect(page.get(name)?.byDefault).toBe('{}');
    else expect(page.get(name)?.byDefault).toBe(inUse(name));
  });

  it('says of an option that nothing reads it yet, as its TSDoc does, where that is so', () => {
    const inPage = [...page].filter(([, { told }]) => told.includes('*not yet*')).map(([name]) => name);
    const inCode = [...documented].filter(([, told]) => told.includes('Not used yet')).map(([name]) => name);
    expect(inPage.sort()).toEqual(inCode.sort());
    expect(inCode.filter((name) => !name.startsWith('endpoints.')).sort()).toEqual([...waiting].sort());
  });
});

/** What a host writes, and what it holds in its hands. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'domain/options/options.ts': ['OptionsInput', 'Features', 'ThemeVariables', 'AppMetadata', 'CustomWallet', 'CustomRpcUrl', 'Endpoints'],
  'domain/network/network.ts': ['NativeCurrency', 'NetworkDefinition', 'Network'],
  'domain/connection/connector.ts': ['Connector'],
  'domain/connection/connection-state.ts': [
    'AccountState',
    'AccountDetails',
    'ConnectionState',
    'NamespaceState',
    'PairingState',
    'Ungranted',
  ],
  'application/latchkey.ts': ['Latchkey', 'OpenOptions', 'PublicState'],
  'presentation/dom/mount-button.ts': ['MountButtonOptions', 'MountedButton'],
};

describe('the types that a host works with', () => {
  it.each(Object.entries(TOLD).flatMap(([path, names]) => names.map((name) => [name, path] as const)))(
    'say of each member of %s what it is (%s)',
    (name, path) => {
      const members = interfacesOf(read(path)).get(name) ?? new Map<string, string>();
      expect(members.size).toBeGreaterThan(0);
      expect([...members].filter(([, told]) => told === '').map(([member]) => member)).toEqual([]);
    },
  );
});
