import { DEFAULT_ACCOUNT_TYPES } from '../account/account-record.js';
import { isChainId } from '../caip/caip-2.js';
import type { NetworkDefinition } from '../network/network.js';
import { withoutTrailingSlash } from '../network/rpc-headers.js';
import { DEFAULT_CONNECTOR_TYPE_ORDER } from './connector-type-order.js';
import type { OptionsInput, SocialProvider } from './options.js';
import { pinnedBundleOf } from './pinned-bundle.js';
import {
  invalidOption,
  list,
  numberBetween,
  type OptionSchema,
  object,
  opaque,
  orderOf,
  picklist,
  record,
  text,
  unreleased,
  withDefault,
  withEmptyDefault,
} from './schema-builders.js';
import { SOCIALS } from './socials.js';
import { relayUrl, urlPattern } from './url-schemas.js';

const webUrl = text(urlPattern('https?'), 'a URL that starts with https:// or http://');

/** A path under `/f/` that names no bundle is a mistyped digest: the site would serve nothing there. */
const secureSiteUrl: OptionSchema<string> = (value, field) => {
  const url = webUrl(value, field);
  if (/^\w+:\/\/[^/?#]+\/f\//.test(url) && pinnedBundleOf(withoutTrailingSlash(url)) === null)
    throw invalidOption(field, 'pin a bundle with the 64 lower-case hex digits of its digest, as in https://wallet.example/f/<digest>/sdk');
  return url;
};
const webOrSocketUrl = text(urlPattern('https?|wss?'), 'a URL that starts with https://, http://, wss:// or ws://');
/** A page of the app, as URL or path. */
const pageUrl = text(/^(https?:\/\/[^\s/]|\/)\S*$/i, 'a URL or path that starts with https://, http:// or /');
const imageUrl = text(
  /^(https?:\/\/[^\s/]|data:image\/|\.{0,2}\/)\S*$/i,
  'an image URL that starts with https://, http://, data:image/ or /',
);
/** A link that opens an app. Excludes schemes that run code or contain a page. */
const appLink = text(/^(?!javascript:|data:|vbscript:)[a-z][a-z\d+.-]*:\S*$/i, 'a link such as https://wallet.example/ or wallet://');
const nonEmptyText = text(/\S/, 'a non-empty string');
const anyText = text(/^/, 'a string');
/** A CSS value without characters that end a declaration or a block. */
const cssValue = text(/^[^;{}]+$/, 'a CSS value without ; { and }');
const chainId = text({ test: isChainId }, 'a CAIP-2 chain id such as "eip155:1"');
const nonEmptyTexts = list(nonEmptyText);
/** CAIP-19 asset types. Their chains are checked when they are read. @see https://chainagnostic.org/CAIPs/caip-19 */
const assetList = list(
  text(/^[-a-z\d]{3,8}:[-\w]{1,32}\/[-a-z\d]{3,8}:[-.%a-z\d]{1,128}$/i, 'a CAIP-19 asset type such as "eip155:1/erc20:0x…"'),
);
/** Networks are validated when they are extended. */
const network = opaque<NetworkDefinition>('a network object, e.g. from viem/chains');
/** An object of the app with methods. */
const withMethods =
  (description: string, ...methods: readonly string[]): OptionSchema<object> =>
  (value, field) => {
    const object = opaque<Readonly<Record<string, unknown>>>(description)(value, field);
    if (methods.every((method) => typeof object[method] === 'function')) return object;
    throw invalidOption(field, `use ${description}`);
  };
/** The members that connecting calls first; the others are those of the official provider. */
const universalProvider = withMethods('a universal provider, with connect() and on()', 'connect', 'on');
const siwx = withMethods(
  'a sign-in service, with createMessage(), addSession(), setSessions(), getSessions() and revokeSession()',
  'createMessage',
  'addSession',
  'setSessions',
  'getSessions',
  'revokeSession',
);
const siweConfig = withMethods(
  'callbacks, with getNonce(), getMessageParams(), createMessage(), verifyMessage(), getSession() and signOut()',
  'getNonce',
  'getMessageParams',
  'createMessage',
  'verifyMessage',
  'getSession',
  'signOut',
);

const socialList = list(picklist(...SOCIALS));
const socials: OptionSchema<false | readonly SocialProvider[]> = (value, field) => value !== false && socialList(value, field);
const trueByDefault = withDefault(picklist(true, false), true);
const falseByDefault = withDefault(picklist(true, false), false);

const RPC_URL_EXAMPLE = '{ url: "https://rpc.example.com" }';

const tokenByChain = record(chainId, object({ address: nonEmptyText }, { image: imageUrl }));
const tokens: OptionSchema<NonNullable<OptionsInput['tokens']>> = (value, field) =>
  Array.isArray(value) ? assetList(value, field) : tokenByChain(value, field);

/** All options with their validation and the specification's defaults. */
export const OPTIONS_SCHEMA = object(
  {},
  {
    networks: list(network),
    defaultNetwork: network,
    projectId: anyText,
    metadata: object({ name: nonEmptyText, description: anyText, url: webUrl, icons: list(imageUrl) }, {}),
    features: withEmptyDefault(
      object(
        {},
        {
          swaps: trueByDefault,
          onramp: trueByDefault,
          receive: trueByDefault,
          send: trueByDefault,
          email: trueByDefault,
          emailShowWallets: trueByDefault,
          socials: withDefault(socials, SOCIALS),
          connectorTypeOrder: orderOf(...DEFAULT_CONNECTOR_TYPE_ORDER),
          history: trueByDefault,
          transactionTray: trueByDefault,
          analytics: trueByDefault,
          allWallets: trueByDefault,
          legalCheckbox: falseByDefault,
          smartSessions: unreleased(falseByDefault, 'a smart session'),
          collapseWallets: falseByDefault,
          walletFeaturesOrder: orderOf('onramp', 'swaps', 'receive', 'send'),
          connectMethodsOrder: list(picklist('email', 'social', 'wallet')),
        },
      ),
    ),
    themeMode: withDefault(picklist('light', 'dark', 'auto'), 'dark'),
    themeVariables: withEmptyDefault(
      object(
        {},
        {
          '--lk-font-family': cssValue,
          '--lk-accent': cssValue,
          '--lk-color-mix': cssValue,
          '--lk-color-mix-strength': numberBetween(0, 100),
          '--lk-font-size-master': cssValue,
          '--lk-border-radius-master': cssValue,
          '--lk-z-index': numberBetween(-2147483648, 2147483647),
          '--lk-qr-color': cssValue,
        },
      ),
    ),
    featuredWalletIds: nonEmptyTexts,
    includeWalletIds: nonEmptyTexts,
    excludeWalletIds: nonEmptyTexts,
    customWallets: list(
      object(
        { id: nonEmptyText, name: nonEmptyText },
        {
          homepage: webUrl,
          image_url: imageUrl,
          mobile_link: appLink,
          desktop_link: appLink,
          webapp_link: webUrl,
          app_store: appLink,
          play_store: appLink,
          rdns: nonEmptyText,
        },
      ),
    ),
    tokens,
    customRpcUrls: record(
      chainId,
      list(
        object({ url: webUrl }, { config: object({}, { headers: record(nonEmptyText, anyText) }) }, { example: RPC_URL_EXAMPLE }),
        `[${RPC_URL_EXAMPLE}]`,
      ),
      `{ "eip155:1": [${RPC_URL_EXAMPLE}] }`,
    ),
    chainImages: record(nonEmptyText, imageUrl),
    connectorImages: record(nonEmptyText, imageUrl),
    termsConditionsUrl: pageUrl,
    privacyPolicyUrl: pageUrl,
    allWallets: withDefault(picklist('SHOW', 'HIDE', 'ONLY_MOBILE'), 'SHOW'),
    pendingTransactionsFilter: withEmptyDefault(
      object({}, { enable: falseByDefault, pollingInterval: withDefault(numberBetween(1_000, 86_400_000), 30_000) }),
    ),
    allowUnsupportedChain: falseByDefault,
    enableNetworkSwitch: trueByDefault,
    enableWallets: trueByDefault,
    enableWalletConnect: trueByDefault,
    enableInjected: trueByDefault,
    enableEIP6963: trueByDefault,
    enableWalletGuide: trueByDefault,
    enableAuthLogger: trueByDefault,
    enableEmbedded: falseByDefault,
    disableAppend: falseByDefault,
    debug: trueByDefault,
    defaultAccountTypes: withEmptyDefault(
      object(
        {},
        {
          eip155: withDefault(picklist('eoa', 'smartAccount'), DEFAULT_ACCOUNT_TYPES.eip155),
          solana: withDefault(picklist('eoa'), DEFAULT_ACCOUNT_TYPES.solana),
          bip122: withDefault(picklist('payment', 'ordinal', 'stx'), DEFAULT_ACCOUNT_TYPES.bip122),
          polkadot: withDefault(picklist('eoa'), DEFAULT_ACCOUNT_TYPES.polkadot),
        },
      ),
    ),
    basic: falseByDefault,
    manualWCControl: falseByDefault,
    universalProvider,
    universalProviderConfigOverride: object(
      {},
      {
        methods: record(nonEmptyText, nonEmptyTexts),
        chains: record(nonEmptyText, nonEmptyTexts),
        events: record(nonEmptyText, nonEmptyTexts),
        rpcMap: record(chainId, webUrl),
        defaultChain: chainId,
      },
    ),
    siwx,
    siweConfig,
    onramp: object({}, { meldPublicKey: nonEmptyText, meldUrl: webUrl, restrictedTimeZones: nonEmptyTexts }),
    endpoints: withEmptyDefault(
      object(
        {},
        {
          relay: relayUrl,
          verify: webUrl,
          blockchainApi: webUrl,
          walletDirectory: webUrl,
          images: webUrl,
          analytics: webUrl,
          esplora: webUrl,
          polkadot: webOrSocketUrl,
          secureSite: secureSiteUrl,
          bundler: webUrl,
          rpc: record(chainId, webUrl),
        },
      ),
    ),
    locale: unreleased(
      withDefault(text(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, 'a language tag such as "en" or "pt-BR"'), 'en'),
      'a text in another language (pass "messages" to the modal instead)',
    ),
  },
  { otherKeys: ['modules', 'container', 'onEvent'], aliases: { chains: 'networks', adapters: 'modules', transports: 'customRpcUrls' } },
);
