import { LatchkeyError } from '../errors/latchkey-error.js';
import { type CustomRpcUrl, extendNetwork } from '../network/extend-network.js';
import type { Network, NetworkDefinition } from '../network/network.js';
import { withoutTrailingSlash } from '../network/rpc-headers.js';
import { asRecord } from '../wire.js';
import type { Options, OptionsInput, ThemeVariables } from './options.js';
import { OPTIONS_SCHEMA } from './options-schema.js';
import { invalidOption } from './schema-builders.js';

/** Separate from the table of services, which only their adapters load. */
const RPC_SERVICE_URL = 'https://rpc.walletconnect.org';

/** Base URL of the RPC service, or `null` without a project id and a custom `blockchainApi`: then reads use the networks' own URLs. */
export const rpcServiceUrlOf = ({ endpoints: { blockchainApi }, projectId }: Pick<Options, 'endpoints' | 'projectId'>): string | null =>
  projectId === undefined && blockchainApi === undefined ? null : `${withoutTrailingSlash(blockchainApi ?? RPC_SERVICE_URL)}/v1/`;

/** Validated options with defaults, before networks are extended. */
export type CheckedOptions = ReturnType<typeof OPTIONS_SCHEMA>;

/**
 * Validates all given options, stops at the first error, and adds defaults.
 * @throws LatchkeyError `config/invalid-option`, `config/conflicting-sign-in`
 */
const checkOptions = (input: unknown): CheckedOptions => {
  const { siwx, siweConfig } = asRecord(input);
  if (siwx !== undefined && siweConfig !== undefined) throw new LatchkeyError('config/conflicting-sign-in', {});
  const options = OPTIONS_SCHEMA(input, '');
  const ids = options.customWallets?.map(({ id }) => id) ?? [];
  const duplicate = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== -1) throw invalidOption(`customWallets[${duplicate}].id`, `use a unique id: "${ids[duplicate]}" is taken`);
  return options;
};

type Settings = Omit<Options, 'networks' | 'defaultNetwork'>;

/** Drops undefined variables. */
const definedOnly = (variables: object): ThemeVariables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));

/** Origin of a validated URL. */
const originOf = (url: string): string => url.replace(/^(\w+:\/\/[^/?#]+).*$/, '$1').toLowerCase();

const normalize = ({ projectId, metadata, ...otherOptions }: Omit<CheckedOptions, 'networks' | 'defaultNetwork'>) => ({
  ...otherOptions,
  projectId: projectId?.trim() || undefined,
  // Wallets compare the URL with the app's origin: a path or trailing slash would cause a warning.
  metadata: metadata && { ...metadata, url: originOf(metadata.url) },
});

/** Returns a function that extends networks with the settings of the options. */
export const networkFor = (options: Settings): ((definition: NetworkDefinition) => Network) => {
  const { projectId, chainImages, endpoints } = options;
  const customRpcUrls: Record<string, readonly CustomRpcUrl[]> = { ...options.customRpcUrls };
  const appUrls = [options.universalProviderConfigOverride?.rpcMap, endpoints.rpc].flatMap((urls) => Object.entries(urls ?? {}));
  for (const [chainId, url] of appUrls) customRpcUrls[chainId] = [...(customRpcUrls[chainId] ?? []), { url }];
  const context = { rpcService: rpcServiceUrlOf(options), projectId, customRpcUrls, chainImages };
  return (definition) => extendNetwork(definition, context);
};

/**
 * Validates the app's options and adds the specification's defaults.
 * @throws LatchkeyError `config/invalid-option` with the field and the fix, `config/invalid-network`, `config/conflicting-sign-in`
 * @example parseOptions({ networks: [mainnet] }).themeMode // 'dark'
 */
export const parseOptions = (input: unknown): Options => {
  const { networks: definitions = [], defaultNetwork, ...otherOptions } = checkOptions(input);
  const normalized = normalize(otherOptions);
  const settings: Settings = { ...normalized, chosenThemeMode: null, themeVariables: definedOnly(normalized.themeVariables) };
  const extend = networkFor(settings);
  const [first, ...others] = definitions.map(extend);
  if (first === undefined) throw invalidOption('networks', 'add at least one network, e.g. from viem/chains');
  const networks = [first, ...others] as const;
  const indexes = new Map<string, number>();
  networks.forEach(({ caipNetworkId: id }, index) => {
    const earlier = indexes.get(id);
    if (earlier !== undefined) throw invalidOption(`networks[${index}]`, `remove it: ${id} is already at networks[${earlier}]`);
    indexes.set(id, index);
  });
  const defaultIndex = defaultNetwork && indexes.get(extend(defaultNetwork).caipNetworkId);
  if (defaultNetwork && defaultIndex === undefined) throw invalidOption('defaultNetwork', 'use one of "networks"');
  return { ...settings, networks, defaultNetwork: defaultIndex === undefined ? undefined : networks[defaultIndex] };
};

/** Options that cannot change after the client is created. */
const IMMUTABLE_OPTIONS = [
  'networks',
  'defaultNetwork',
  'projectId',
  'customRpcUrls',
  'chainImages',
  'endpoints',
  'universalProvider',
  'universalProviderConfigOverride',
  'siwx',
  'siweConfig',
] as const satisfies readonly (keyof Options)[];

/** Keeps the members that the change contains. The schema has added defaults for all others. */
const pickChanged = <Whole extends object>(values: Whole, change: object): Partial<Whole> =>
  // The result has a subset of the members.
  Object.fromEntries(Object.entries(values).filter(([name]) => name in change)) as Partial<Whole>;

/**
 * Applies a change of options at runtime. Features, theme variables and account types are merged; `undefined` resets to the default. A theme
 * mode replaces the one that the user chose.
 * @throws LatchkeyError `config/invalid-option` with the field and the fix
 * @example changeOptions(options, { themeMode: 'light' })
 */
export const changeOptions = (options: Options, change: Partial<OptionsInput>): Options => {
  const checked = normalize(checkOptions(change));
  const immutable = IMMUTABLE_OPTIONS.find((name) => name in change);
  if (immutable !== undefined) throw invalidOption(immutable, 'set it when the client is created: it cannot change afterwards');
  const { features, themeVariables, defaultAccountTypes } = change;
  return {
    ...options,
    ...pickChanged(checked, change),
    chosenThemeMode: 'themeMode' in change ? null : options.chosenThemeMode,
    features: features ? { ...options.features, ...pickChanged(checked.features, features) } : options.features,
    themeVariables: definedOnly({ ...options.themeVariables, ...themeVariables }),
    defaultAccountTypes: { ...options.defaultAccountTypes, ...pickChanged(checked.defaultAccountTypes, defaultAccountTypes ?? {}) },
  };
};
