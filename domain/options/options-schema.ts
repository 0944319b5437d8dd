import { type GenericSchema, lazy, literal } from 'valibot';
import { isChainId } from '../caip/caip-2.js';
import type { NetworkDefinition } from '../network/network.js';
import { between, flag, list, oneOf, opaque, shape, table, text } from './schema-parts.js';

/** Scheme, host, perhaps a port, no credentials (`fetch` refuses them), perhaps a path. @see https://datatracker.ietf.org/doc/html/rfc3986 */
const address = (schemes: string): RegExp => new RegExp(`^(${schemes})://([\\w.-]+|\\[[\\da-f:.]+])(:\\d{1,5})?([/?#]\\S*)?$`, 'i');

const web = text(address('https?'), 'write an address that starts with https:// or http://');
const webOrSocket = text(address('https?|wss?'), 'write an address that starts with https://, http://, wss:// or ws://');
/** A page of the host, also by its path alone. */
const page = text(/^(https?:\/\/[^\s/]|\/)\S*$/i, 'write an address that starts with https://, http:// or /');
const image = text(
  /^(https?:\/\/[^\s/]|data:image\/|\.{0,2}\/)\S*$/i,
  'write an image address that starts with https://, http://, data:image/ or /',
);
/** The scheme of an app; three schemes carry code or a page instead. */
const link = text(/^(?!javascript:|data:|vbscript:)[a-z][a-z\d+.-]*:\S*$/i, 'write a link such as https://wallet.example/ or wallet://');
const name = text(/\S/, 'write a text that is not empty');
const anyText = text(/^/, 'write a text');
/** A CSS value holds nothing that ends a declaration or a block. */
const css = text(/^[^;{}]+$/, 'write a CSS value without ; { and }');
const chainId = text({ test: isChainId }, 'write a CAIP-2 chain id such as "eip155:1"');
const names = list(name);
/** What a network must be is checked when it is extended. */
const network = opaque<NetworkDefinition>('write a network such as those of viem/chains');
const documented = opaque('write an object of the documented type');

const socials = list(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'));
const noSocials = literal(false);

/** Everything a host may say: what it is called and what it may hold. Nothing is required here; the caller knows what it needs. */
export const OPTIONS_SCHEMA = shape(
  {},
  {
    networks: list(network),
    defaultNetwork: network,
    projectId: anyText,
    metadata: shape({ name, description: anyText, url: web, icons: list(image) }, {}),
    features: shape(
      {},
      {
        swaps: flag,
        onramp: flag,
        receive: flag,
        send: flag,
        email: flag,
        emailShowWallets: flag,
        socials: lazy((value): GenericSchema<false> | typeof socials => (value === false ? noSocials : socials)),
        connectorTypeOrder: list(oneOf('walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended')),
        history: flag,
        analytics: flag,
        allWallets: flag,
        legalCheckbox: flag,
        smartSessions: flag,
        collapseWallets: flag,
        walletFeaturesOrder: list(oneOf('onramp', 'swaps', 'receive', 'send')),
        connectMethodsOrder: list(oneOf('email', 'social', 'wallet')),
      },
    ),
    themeMode: oneOf('light', 'dark'),
    themeVariables: shape(
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
    tokens: table(chainId, shape({ address: name }, { image })),
    customRpcUrls: table(chainId, list(shape({ url: web }, { config: shape({}, { headers: table(name, anyText) }) }))),
    chainImages: table(name, image),
    connectorImages: table(name, image),
    termsConditionsUrl: page,
    privacyPolicyUrl: page,
    allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
    allowUnsupportedChain: flag,
    enableNetworkSwitch: flag,
    enableWallets: flag,
    enableWalletConnect: flag,
    enableInjected: flag,
    enableCoinbase: flag,
    enableEIP6963: flag,
    enableWalletGuide: flag,
    enableAuthLogger: flag,
    enableEmbedded: flag,
    disableAppend: flag,
    debug: flag,
    coinbasePreference: oneOf('all', 'smartWalletOnly', 'eoaOnly'),
    defaultAccountTypes: shape(
      {},
      {
        eip155: oneOf('eoa', 'smartAccount'),
        solana: oneOf('eoa'),
        bip122: oneOf('payment', 'ordinal', 'stx'),
        polkadot: oneOf('eoa'),
      },
    ),
    basic: flag,
    manualWCControl: flag,
    universalProvider: documented,
    universalProviderConfigOverride: documented,
    siwx: documented,
    siweConfig: documented,
    endpoints: shape(
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
    locale: text(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, 'write a language tag such as "en" or "pt-BR"'),
  },
);
