import { DEFAULT_ACCOUNT_TYPES } from '../account/account-record.js';
import { extendNetwork } from '../network/extend-network.js';
import type { Network, NetworkDefinition } from '../network/network.js';
import { checkOptions, type GivenOptions, invalidOption } from './check-options.js';
import { rpcServiceOf } from './endpoints.js';
import { type CustomRpcUrl, DEFAULT_FEATURES, type Options } from './options.js';

type Settings = Omit<Options, 'networks' | 'defaultNetwork'>;

/** The specification's defaults. */
const DEFAULT_SETTINGS: Settings = {
  projectId: undefined,
  metadata: undefined,
  features: DEFAULT_FEATURES,
  themeMode: 'dark',
  themeVariables: {},
  allWallets: 'SHOW',
  allowUnsupportedChain: false,
  enableNetworkSwitch: true,
  enableWallets: true,
  enableWalletConnect: true,
  enableInjected: true,
  enableCoinbase: true,
  enableEIP6963: true,
  enableWalletGuide: true,
  enableAuthLogger: true,
  enableEmbedded: false,
  disableAppend: false,
  debug: true,
  coinbasePreference: 'all',
  defaultAccountTypes: DEFAULT_ACCOUNT_TYPES,
  basic: false,
  manualWCControl: false,
  endpoints: {},
  locale: 'en',
};

/** What the client is built from: too late to change once it is there. */
const FIXED: readonly string[] = [
  'networks',
  'defaultNetwork',
  'projectId',
  'customRpcUrls',
  'endpoints',
  'universalProvider',
  'universalProviderConfigOverride',
  'siwx',
  'siweConfig',
] satisfies readonly (keyof Options)[];

/** Lays what is given over a base; `undefined` stands for the default. */
const over = <Whole extends object>(base: Whole, given: object | undefined, defaults: object = {}): Whole => {
  const whole = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(given ?? {})) {
    whole[key] = value ?? defaults[key as keyof typeof defaults];
    if (whole[key] === undefined) delete whole[key];
  }
  // The schema lets only values of the right type come here.
  return whole as Whole;
};

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The same addresses without trailing slashes, so that a path can be put behind each. */
const tidy = <Addresses extends object>(addresses: Addresses): Addresses => {
  const entries = Object.entries(addresses).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutSlash(value) : value && tidy(value),
  ]);
  // The names stay, and texts stay texts.
  return Object.fromEntries(entries) as Addresses;
};

const settle = (
  base: Settings,
  { features, themeVariables, defaultAccountTypes, endpoints, projectId, metadata, ...plain }: GivenOptions,
): Settings => ({
  ...over(base, plain, DEFAULT_SETTINGS),
  features: over(base.features, features, DEFAULT_FEATURES),
  themeVariables: over(base.themeVariables, themeVariables),
  defaultAccountTypes: over(base.defaultAccountTypes, defaultAccountTypes, DEFAULT_ACCOUNT_TYPES),
  endpoints: endpoints ? tidy(endpoints) : base.endpoints,
  projectId: projectId?.trim() || base.projectId,
  // Wallets compare the address with the page's origin: a path or a trailing slash would make them warn.
  metadata: metadata ? { ...metadata, url: originOf(metadata.url) } : base.metadata,
});

/** Scheme, host and port of a web address that the schema let pass. */
const originOf = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? url;

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
  const settings = settle(DEFAULT_SETTINGS, given);
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

/**
 * What the options become when a host changes some while the page runs. Features and theme variables are laid over the
 * ones in use; `undefined` stands for the default.
 * @throws LatchkeyError `config/invalid-option` with the field and the fix
 * @example changeOptions(options, { themeMode: 'light' })
 */
export const changeOptions = (options: Options, change: unknown): Options => {
  const given = checkOptions(change);
  const fixed = FIXED.find((name) => name in given);
  if (fixed !== undefined) throw invalidOption(fixed, 'set it when the client is created: it cannot change afterwards');
  return { ...options, ...settle(options, given) };
};
