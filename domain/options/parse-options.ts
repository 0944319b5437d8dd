import { LatchkeyError } from '../errors/latchkey-error.js';
import { type CustomRpcUrl, extendNetwork } from '../network/extend-network.js';
import type { Network, NetworkDefinition } from '../network/network.js';
import { withoutSlash } from '../network/node-headers.js';
import type { Options, OptionsInput, ThemeVariables } from './options.js';
import { OPTIONS_SCHEMA } from './options-schema.js';
import { invalidOption } from './schema-parts.js';

/** Stands apart from the table of the services, which only their adapters load. */
const RPC_SERVICE = 'https://rpc.walletconnect.org';

/**
 * The base address of the RPC service that serves the routed networks, or `null` when reads go to the networks' own
 * nodes: without a project id, and without an own `blockchainApi`.
 */
export const rpcServiceOf = ({ endpoints: { blockchainApi }, projectId }: Pick<Options, 'endpoints' | 'projectId'>): string | null =>
  projectId === undefined && blockchainApi === undefined ? null : `${withoutSlash(blockchainApi ?? RPC_SERVICE)}/v1/`;

/** Options whose every part has the right type, completed with the defaults. */
export type CheckedOptions = ReturnType<typeof OPTIONS_SCHEMA>;

/**
 * Checks every option that is given, stopping at the first wrong one, and fills in the defaults of the others.
 * @throws LatchkeyError `config/invalid-option`, `config/conflicting-sign-in`
 */
const checkOptions = (input: unknown): CheckedOptions => {
  const options = OPTIONS_SCHEMA(input, '');
  if (options.siwx !== undefined && options.siweConfig !== undefined) throw new LatchkeyError('config/conflicting-sign-in', {});
  const ids = options.customWallets?.map(({ id }) => id) ?? [];
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) throw invalidOption(`customWallets[${twice}].id`, `write an id of its own: "${ids[twice]}" is taken`);
  return options;
};

type Settings = Omit<Options, 'networks' | 'defaultNetwork'>;

/** The variables that are set. */
const definedOnly = (variables: object): ThemeVariables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));

/** Scheme, host and port of a web address that the schema let pass. */
const originOf = (url: string): string => url.replace(/^(\w+:\/\/[^/?#]+).*$/, '$1').toLowerCase();

const settle = ({ projectId, metadata, ...given }: Omit<CheckedOptions, 'networks' | 'defaultNetwork'>) => ({
  ...given,
  projectId: projectId?.trim() || undefined,
  // Wallets compare the address with the page's origin: a path or a trailing slash would make them warn.
  metadata: metadata && { ...metadata, url: originOf(metadata.url) },
});

/** Completes a network with what the options say about it. */
export const networkFor = (options: Settings): ((definition: NetworkDefinition) => Network) => {
  const { projectId, chainImages, endpoints } = options;
  const customRpcUrls: Record<string, readonly CustomRpcUrl[]> = { ...options.customRpcUrls };
  for (const [chainId, url] of Object.entries(endpoints.rpc ?? {})) customRpcUrls[chainId] = [...(customRpcUrls[chainId] ?? []), { url }];
  const context = { rpcService: rpcServiceOf(options), projectId, customRpcUrls, chainImages };
  return (definition) => extendNetwork(definition, context);
};

/**
 * Turns what a host wrote into the options in use: everything checked, completed with the specification's defaults.
 * @throws LatchkeyError `config/invalid-option` with the field and the fix, `config/invalid-network`, `config/conflicting-sign-in`
 * @example parseOptions({ networks: [mainnet] }).themeMode // 'dark'
 */
export const parseOptions = (input: unknown): Options => {
  const { networks: definitions = [], defaultNetwork, ...given } = checkOptions(input);
  const settled = settle(given);
  const settings: Settings = { ...settled, themeVariables: definedOnly(settled.themeVariables) };
  const extend = networkFor(settings);
  const [first, ...others] = definitions.map(extend);
  if (first === undefined) throw invalidOption('networks', 'write a list of at least one network, such as those of viem/chains');
  const networks = [first, ...others] as const;
  const at = new Map<string, number>();
  networks.forEach(({ caipNetworkId: id }, index) => {
    const earlier = at.get(id);
    if (earlier !== undefined) throw invalidOption(`networks[${index}]`, `remove it: ${id} is already at networks[${earlier}]`);
    at.set(id, index);
  });
  const chosen = defaultNetwork && at.get(extend(defaultNetwork).caipNetworkId);
  if (defaultNetwork && chosen === undefined) throw invalidOption('defaultNetwork', 'write one of "networks"');
  return { ...settings, networks, defaultNetwork: chosen === undefined ? undefined : networks[chosen] };
};

/** What the client is built from: too late to change once it is there. */
const FIXED = [
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

/** The members of a whole that a change names: the schema has filled in the defaults of all others. */
const named = <Whole extends object>(whole: Whole, change: object): Partial<Whole> =>
  // Some of its members are a part of it.
  Object.fromEntries(Object.entries(whole).filter(([name]) => name in change)) as Partial<Whole>;

/**
 * What the options become when a host changes some while the page runs. Features, theme variables and account types are
 * laid over the ones in use; `undefined` stands for the default.
 * @throws LatchkeyError `config/invalid-option` with the field and the fix
 * @example changeOptions(options, { themeMode: 'light' })
 */
export const changeOptions = (options: Options, change: Partial<OptionsInput>): Options => {
  const whole = settle(checkOptions(change));
  const fixed = FIXED.find((name) => name in change);
  if (fixed !== undefined) throw invalidOption(fixed, 'set it when the client is created: it cannot change afterwards');
  const { features, themeVariables, defaultAccountTypes } = change;
  return {
    ...options,
    ...named(whole, change),
    features: features ? { ...options.features, ...named(whole.features, features) } : options.features,
    themeVariables: definedOnly({ ...options.themeVariables, ...themeVariables }),
    defaultAccountTypes: { ...options.defaultAccountTypes, ...named(whole.defaultAccountTypes, defaultAccountTypes ?? {}) },
  };
};
