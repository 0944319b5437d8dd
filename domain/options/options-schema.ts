import { DEFAULT_ACCOUNT_TYPES } from '../account/account-record.js';
import { isChainId } from '../caip/caip-2.js';
import type { NetworkDefinition } from '../network/network.js';
import { DEFAULT_CONNECTOR_TYPE_ORDER } from './connector-type-order.js';
import type { OptionsInput, SocialProvider } from './options.js';
import { between, filled, list, oneOf, opaque, or, order, type Part, shape, table, text } from './schema-parts.js';

/** Scheme, host, perhaps a port, no credentials (`fetch` refuses them), perhaps a path. @see https://datatracker.ietf.org/doc/html/rfc3986 */
const address = (schemes: string): RegExp => new RegExp(`^(${schemes})://([\\w.-]+|\\[[\\da-f:.]+])(:\\d{1,5})?([/?#]\\S*)?$`, 'i');

const web = text(address('https?'), 'an address that starts with https:// or http://');
const webOrSocket = text(address('https?|wss?'), 'an address that starts with https://, http://, wss:// or ws://');
/** A page of the host, also by its path alone. */
const page = text(/^(https?:\/\/[^\s/]|\/)\S*$/i, 'an address that starts with https://, http:// or /');
const image = text(
  /^(https?:\/\/[^\s/]|data:image\/|\.{0,2}\/)\S*$/i,
  'an image address that starts with https://, http://, data:image/ or /',
);
/** The scheme of an app; three schemes carry code or a page instead. */
const link = text(/^(?!javascript:|data:|vbscript:)[a-z][a-z\d+.-]*:\S*$/i, 'a link such as https://wallet.example/ or wallet://');
const name = text(/\S/, 'a text that is not empty');
const anyText = text(/^/, 'a text');
/** A CSS value holds nothing that ends a declaration or a block. */
const css = text(/^[^;{}]+$/, 'a CSS value without ; { and }');
const chainId = text({ test: isChainId }, 'a CAIP-2 chain id such as "eip155:1"');
const names = list(name);
/** A CAIP-19 asset type. What it names is looked at when it is read. @see https://chainagnostic.org/CAIPs/caip-19 */
const assets = list(
  text(/^[-a-z\d]{3,8}:[-\w]{1,32}\/[-a-z\d]{3,8}:[-.%a-z\d]{1,128}$/i, 'a CAIP-19 asset type such as "eip155:1/erc20:0x…"'),
);
/** What a network must be is checked when it is extended. */
const network = opaque<NetworkDefinition>('a network such as those of viem/chains');
const documented = opaque('an object of the documented type');

const SOCIALS = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const;
const someSocials = list(oneOf(...SOCIALS));
const socials: Part<false | readonly SocialProvider[]> = (value, field) => value !== false && someSocials(value, field);
const on = or(oneOf(true, false), true);
const off = or(oneOf(true, false), false);

const tokenByChain = table(chainId, shape({ address: name }, { image }));
const tokens: Part<NonNullable<OptionsInput['tokens']>> = (value, field) =>
  Array.isArray(value) ? assets(value, field) : tokenByChain(value, field);

/** Everything a host may say: what it is called, what it may hold and the specification's default. */
export const OPTIONS_SCHEMA = shape(
  {},
  {
    networks: list(network),
    defaultNetwork: network,
    projectId: anyText,
    metadata: shape({ name, description: anyText, url: web, icons: list(image) }, {}),
    features: filled(
      shape(
        {},
        {
          swaps: on,
          onramp: on,
          receive: on,
          send: on,
          email: on,
          emailShowWallets: on,
          socials: or(socials, SOCIALS),
          connectorTypeOrder: order(...DEFAULT_CONNECTOR_TYPE_ORDER),
          history: on,
          analytics: on,
          allWallets: on,
          legalCheckbox: off,
          smartSessions: off,
          collapseWallets: off,
          walletFeaturesOrder: order('onramp', 'swaps', 'receive', 'send'),
          connectMethodsOrder: list(oneOf('email', 'social', 'wallet')),
        },
      ),
    ),
    themeMode: or(oneOf('light', 'dark'), 'dark'),
    themeVariables: filled(
      shape(
        {},
        {
          '--lk-font-family': css,
          '--lk-accent': css,
          '--lk-color-mix': css,
          '--lk-color-mix-strength': between(0, 100),
          '--lk-font-size-master': css,
          '--lk-border-radius-master': css,
          '--lk-z-index': between(-2147483648, 2147483647),
          '--lk-qr-color': css,
        },
      ),
    ),
    featuredWalletIds: names,
    includeWalletIds: names,
    excludeWalletIds: names,
    customWallets: list(
      shape(
        { id: name, name },
        {
          homepage: web,
          image_url: image,
          mobile_link: link,
          desktop_link: link,
          webapp_link: web,
          app_store: link,
          play_store: link,
          rdns: name,
        },
      ),
    ),
    tokens,
    customRpcUrls: table(chainId, list(shape({ url: web }, { config: shape({}, { headers: table(name, anyText) }) }))),
    chainImages: table(name, image),
    connectorImages: table(name, image),
    termsConditionsUrl: page,
    privacyPolicyUrl: page,
    allWallets: or(oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'), 'SHOW'),
    allowUnsupportedChain: off,
    enableNetworkSwitch: on,
    enableWallets: on,
    enableWalletConnect: on,
    enableInjected: on,
    enableCoinbase: on,
    enableEIP6963: on,
    enableWalletGuide: on,
    enableAuthLogger: on,
    enableEmbedded: off,
    disableAppend: off,
    debug: on,
    coinbasePreference: or(oneOf('all', 'smartWalletOnly', 'eoaOnly'), 'all'),
    defaultAccountTypes: filled(
      shape(
        {},
        {
          eip155: or(oneOf('eoa', 'smartAccount'), DEFAULT_ACCOUNT_TYPES.eip155),
          solana: or(oneOf('eoa'), DEFAULT_ACCOUNT_TYPES.solana),
          bip122: or(oneOf('payment', 'ordinal', 'stx'), DEFAULT_ACCOUNT_TYPES.bip122),
          polkadot: or(oneOf('eoa'), DEFAULT_ACCOUNT_TYPES.polkadot),
        },
      ),
    ),
    basic: off,
    manualWCControl: off,
    universalProvider: documented,
    universalProviderConfigOverride: documented,
    siwx: documented,
    siweConfig: documented,
    endpoints: filled(
      shape(
        {},
        {
          relay: webOrSocket,
          verify: web,
          blockchainApi: web,
          walletDirectory: web,
          images: web,
          analytics: web,
          secureSite: web,
          bundler: web,
          esplora: web,
          polkadot: webOrSocket,
          rpc: table(chainId, web),
        },
      ),
    ),
    locale: or(text(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, 'a language tag such as "en" or "pt-BR"'), 'en'),
  },
  ['modules', 'onEvent'],
);
