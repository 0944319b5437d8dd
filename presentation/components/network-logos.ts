import type { Network } from '../../domain/network/network.js';

/**
 * Logos of the networks that the package includes. Import this file lazily.
 *
 * The paths of Bitcoin, BNB Chain, Ethereum, Fantom, Optimism, Polkadot, Polygon and Solana are from Simple Icons 16.37.0, which is in the
 * public domain (CC0 1.0). The other marks are drawn for Latchkey in the colors of each network.
 * @see https://github.com/simple-icons/simple-icons/blob/develop/LICENSE.md
 */

/** A mark on a square of 24 units. */
interface Logo {
  readonly background: string;
  readonly mark: string;
  /** Size of the mark. Default 0.58 of the square. */
  readonly scale?: number;
}

const filled = (d: string, color = '#fff'): string => `<path fill="${color}" d="${d}"/>`;
const lines = (d: string, color = '#fff', width = 2.4): string =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

const ETHEREUM = filled(
  'M11.944 17.97L4.58 13.62 11.943 24l7.37-10.38-7.372 4.35h.003zM12.056 0L4.69 12.223l7.365 4.354 7.365-4.35L12.056 0z',
);
const POLKADOT =
  'M12,0c2.39,0,4.328,1.127,4.328,2.517S14.39,5.034,12,5.034,7.672,3.907,7.672,2.517,9.61,0,12,0Zm0,18.966c2.39,0,4.328,1.127,4.328,2.517S14.39,24,12,24s-4.328-1.127-4.328-2.517S9.61,18.966,12,18.966ZM1.606,6C2.8,3.93,4.747,2.816,5.952,3.511s1.212,2.937.017,5.007S2.828,11.7,1.624,11.007.411,8.07,1.606,6Zm16.427,9.483c1.2-2.07,3.139-3.184,4.343-2.489s1.211,2.936.016,5.006-3.14,3.185-4.344,2.49S16.837,17.553,18.033,15.483ZM1.624,12.993c1.205-.7,3.15.419,4.346,2.489s1.187,4.311-.018,5.007S2.8,20.07,1.607,18,.42,13.689,1.624,12.993ZM18.049,3.512c1.2-.695,3.149.419,4.344,2.489s1.188,4.311-.016,5.007-3.148-.42-4.343-2.49S16.846,4.207,18.049,3.512Z';
const POLYGON = filled(
  'm17.82 16.342 5.692-3.287A.98.98 0 0 0 24 12.21V5.635a.98.98 0 0 0-.488-.846l-5.693-3.286a.98.98 0 0 0-.977 0L11.15 4.789a.98.98 0 0 0-.489.846v11.747L6.67 19.686l-3.992-2.304v-4.61l3.992-2.304 2.633 1.52V8.896L7.158 7.658a.98.98 0 0 0-.977 0L.488 10.945a.98.98 0 0 0-.488.846v6.573a.98.98 0 0 0 .488.847l5.693 3.286a.981.981 0 0 0 .977 0l5.692-3.286a.98.98 0 0 0 .489-.846V6.618l.072-.041 3.92-2.263 3.99 2.305v4.609l-3.99 2.304-2.63-1.517v3.092l2.14 1.236a.981.981 0 0 0 .978 0v-.001Z',
);

const BITCOIN: Logo = {
  background: '#fff',
  scale: 1,
  mark: filled(
    'M23.638 14.904c-1.602 6.43-8.113 10.34-14.542 8.736C2.67 22.05-1.244 15.525.362 9.105 1.962 2.67 8.475-1.243 14.9.358c6.43 1.605 10.342 8.115 8.738 14.548v-.002zm-6.35-4.613c.24-1.59-.974-2.45-2.64-3.03l.54-2.153-1.315-.33-.525 2.107c-.345-.087-.705-.167-1.064-.25l.526-2.127-1.32-.33-.54 2.165c-.285-.067-.565-.132-.84-.2l-1.815-.45-.35 1.407s.975.225.955.236c.535.136.63.486.615.766l-1.477 5.92c-.075.166-.24.406-.614.314.015.02-.96-.24-.96-.24l-.66 1.51 1.71.426.93.242-.54 2.19 1.32.327.54-2.17c.36.1.705.19 1.05.273l-.51 2.154 1.32.33.545-2.19c2.24.427 3.93.257 4.64-1.774.57-1.637-.03-2.58-1.217-3.196.854-.193 1.5-.76 1.68-1.93h.01zm-3.01 4.22c-.404 1.64-3.157.75-4.05.53l.72-2.9c.896.23 3.757.67 3.33 2.37zm.41-4.24c-.37 1.49-2.662.735-3.405.55l.654-2.64c.744.18 3.137.524 2.75 2.084v.006z',
    '#f7931a',
  ),
};
const SOLANA: Logo = {
  background: '#16131f',
  mark: `<linearGradient id="g" x1="0" y1="1" x2="1" y2="0"><stop stop-color="#9945ff"/><stop offset="1" stop-color="#14f195"/></linearGradient>${filled(
    'm23.8764 18.0313-3.962 4.1393a.9201.9201 0 0 1-.306.2106.9407.9407 0 0 1-.367.0742H.4599a.4689.4689 0 0 1-.2522-.0733.4513.4513 0 0 1-.1696-.1962.4375.4375 0 0 1-.0314-.2545.4438.4438 0 0 1 .117-.2298l3.9649-4.1393a.92.92 0 0 1 .3052-.2102.9407.9407 0 0 1 .3658-.0746H23.54a.4692.4692 0 0 1 .2523.0734.4531.4531 0 0 1 .1697.196.438.438 0 0 1 .0313.2547.4442.4442 0 0 1-.1169.2297zm-3.962-8.3355a.9202.9202 0 0 0-.306-.2106.941.941 0 0 0-.367-.0742H.4599a.4687.4687 0 0 0-.2522.0734.4513.4513 0 0 0-.1696.1961.4376.4376 0 0 0-.0314.2546.444.444 0 0 0 .117.2297l3.9649 4.1394a.9204.9204 0 0 0 .3052.2102c.1154.049.24.0744.3658.0746H23.54a.469.469 0 0 0 .2523-.0734.453.453 0 0 0 .1697-.1961.4382.4382 0 0 0 .0313-.2546.4444.4444 0 0 0-.1169-.2297zM.46 6.7225h18.7815a.9411.9411 0 0 0 .367-.0742.9202.9202 0 0 0 .306-.2106l3.962-4.1394a.4442.4442 0 0 0 .117-.2297.4378.4378 0 0 0-.0314-.2546.453.453 0 0 0-.1697-.196.469.469 0 0 0-.2523-.0734H4.7596a.941.941 0 0 0-.3658.0745.9203.9203 0 0 0-.3052.2102L.1246 5.9687a.4438.4438 0 0 0-.1169.2295.4375.4375 0 0 0 .0312.2544.4512.4512 0 0 0 .1692.196.4689.4689 0 0 0 .2518.0739z',
    'url(#g)',
  )}`,
};
const OPTIMISM: Logo = {
  background: '#fff',
  scale: 1,
  mark: filled(
    'M12 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0M9.6094 8.705c.4623 0 .8778.0784 1.2441.2345.3663.15.6532.3773.8633.6835.2101.3002.3164.6598.3164 1.0801 0 .1261-.0149.2864-.045.4785a20.4 20.4 0 0 1-.3241 1.5586c-.2102.8227-.5735 1.4375-1.0899 1.8457-.5164.4023-1.2076.6036-2.0722.6036-.7146 0-1.2996-.1677-1.756-.504q-.6755-.5133-.6757-1.459 0-.198.045-.4863c.078-.4323.1898-.9521.334-1.5586.4082-1.6512 1.4608-2.4765 3.16-2.4765m4.1699.09h2.3965q.9999-.0001 1.6035.414c.4083.2762.6113.6749.6113 1.1973 0 .15-.0186.3066-.0547.4687-.15.6905-.4518 1.201-.9082 1.5313-.4503.3302-1.0689.496-1.8554.496h-1.2168l-.414 1.9727a.26.26 0 0 1-.0997.1621c-.054.042-.11.0625-.17.0625h-1.2245c-.066 0-.1183-.0204-.1543-.0625-.03-.048-.0394-.102-.0274-.1621l1.2442-5.8555a.256.256 0 0 1 .0976-.162c.054-.042.1118-.0626.1719-.0626m-4.2871 1.207c-.3363 0-.6231.0987-.8633.2968-.2341.1982-.4019.5019-.5039.9102-.1081.4023-.2162.8941-.3242 1.4765a1.93 1.93 0 0 0-.0371.379c0 .5524.2888.828.8652.828q.5043.0002.8555-.2968c.2402-.1981.4116-.5019.5136-.9102.1381-.5644.2425-1.0562.3145-1.4765a2.1 2.1 0 0 0 .0371-.3887c0-.5464-.287-.8183-.8574-.8183m5.4492.0449-.3418 1.6113h1.0352c.2521 0 .472-.069.6582-.207.1921-.1381.3169-.3356.377-.5938.018-.102.0273-.1915.0273-.2695 0-.1742-.0503-.3064-.1524-.3965-.102-.096-.2772-.1445-.5234-.1445z',
    '#ff0420',
  ),
};
const BNB: Logo = {
  background: '#f0b90b',
  mark: filled(
    'M5.631 3.676 12.001 0l6.367 3.676-2.34 1.358L12 2.716 7.972 5.034l-2.34-1.358Zm12.737 4.636-2.34-1.358L12 9.272 7.972 6.954l-2.34 1.358v2.716l4.026 2.318v4.636L12 19.341l2.341-1.359v-4.636l4.027-2.318V8.312Zm0 7.352v-2.716l-2.34 1.358v2.716l2.34-1.358Zm1.663.96-4.027 2.318v2.717l6.368-3.677V10.63l-2.34 1.358v4.636Zm-2.34-10.63 2.34 1.358v2.716l2.341-1.358V5.994l-2.34-1.358-2.342 1.358ZM9.657 19.926v2.716L12 24l2.341-1.358v-2.716l-2.34 1.358-2.343-1.358Zm-4.027-4.262 2.341 1.358v-2.716l-2.34-1.358v2.716Zm4.027-9.67L12 7.352l2.341-1.358-2.34-1.358-2.343 1.358Zm-5.69 1.358L6.31 5.994 3.968 4.636l-2.34 1.358V8.71l2.34 1.358V7.352Zm0 4.636-2.34-1.358v7.352l6.368 3.677v-2.717l-4.028-2.318v-4.636Z',
  ),
};
const FANTOM: Logo = {
  background: '#0928ff',
  mark: filled(
    'M10.9604.2299c.5833-.3065 1.4709-.3065 2.0542 0l5.9522 3.1279c.3513.1846.5442.4597.5788.7437h.0057V19.824c-.0077.3097-.2025.6174-.5845.8182l-5.9522 3.1279c-.5833.3065-1.4708.3065-2.0542 0l-5.9521-3.1279c-.3804-.1999-.563-.5098-.572-.8182a1.1165 1.1165 0 0 1-.0002-.0767V4.2025a.7965.7965 0 0 1-.0002-.051l.0004-.05h.0026c.0265-.2871.2106-.5552.5694-.7437Zm7.6538 12.643-5.5996 2.9427c-.5833.3066-1.4709.3066-2.0542 0l-5.5874-2.936v6.9132l5.5874 2.9207c.3155.1678.643.3313.9632.3521l.064.0021c.3336.0011.6575-.1674.986-.327l5.6406-2.973Zm-7.1633-4.214a.855.855 0 0 0-.121.0514l-5.9521 3.1279a.735.735 0 0 0-.0179.0097l-.005.0029.0093.0053.0136.0073 5.9522 3.1279a.8546.8546 0 0 0 .121.0514zm.9372 0v6.3839a.8538.8538 0 0 0 .121-.0514l5.9521-3.128a.8117.8117 0 0 0 .0179-.0096l.005-.003-.0094-.0052-.0136-.0073-5.9521-3.128a.8534.8534 0 0 0-.121-.0513zm6.1581-3.4421-5.3394 2.806 5.3394 2.8059zM5.373 5.2234v5.5987L10.7 8.0227Zm7.204-4.1692c-.3095-.1627-.8695-.1627-1.179 0L5.4458 4.182a.6432.6432 0 0 0-.0179.0097l-.005.003.0093.0052.0136.0074 5.9522 3.1279c.3095.1626.8695.1626 1.179 0l5.9522-3.128a.643.643 0 0 0 .0179-.0097l.005-.0029-.0094-.0053-.0136-.0073z',
  ),
};

// Drawn for Latchkey.
const ARBITRUM: Logo = { background: '#213147', mark: lines('M5 21L11.5 3') + lines('M12.5 21L19 3', '#28a0f0'), scale: 0.54 };
const AURORA: Logo = { background: '#3fa34d', mark: lines('M3 20C5 8 10 3 12 3s7 5 9 17') + lines('M9 20c0-6 1.5-9 3-9s3 3 3 9') };
const AVALANCHE: Logo = { background: '#e84142', mark: filled('M8 6.5l8 15.5H0zM17.5 11L24 22h-5.5l-3.6-6.6z') };
const BASE: Logo = { background: '#0052ff', mark: filled('M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z') };
const BERACHAIN: Logo = {
  background: '#814625',
  mark: filled('M5.5 2.5a4 4 0 0 1 3.7 2.6 9.5 9.5 0 0 1 5.6 0A4 4 0 1 1 20 10.2a9 9 0 1 1-16 0 4 4 0 0 1 1.5-7.7z'),
};
const CELO: Logo = {
  background: '#fcff52',
  mark: lines('M9.5 21a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM14.5 3a6.5 6.5 0 0 1 0 13', '#16160a'),
};
const DOGECHAIN: Logo = { background: '#b59a30', mark: lines('M7 3h4a9 9 0 0 1 0 18H7V3zM3.5 12H12') };
const GNOSIS: Logo = {
  background: '#04795b',
  mark: lines('M7 14a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM17 14a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM8.5 18.5L12 21l3.5-2.5'),
};
const KAIA: Logo = { background: '#bff009', mark: lines('M5 3v18M20 3L9 12l11 9', '#14190a', 3) };
const LINEA: Logo = { background: '#121212', mark: lines('M3 4h8M3 12h13M3 20h18', '#61dfff', 3) };
const MANTLE: Logo = {
  background: '#0d0d0d',
  mark: lines('M12 2v5M12 17v5M2 12h5M17 12h5M5 5l3.5 3.5M15.5 15.5L19 19M19 5l-3.5 3.5M8.5 15.5L5 19', '#65b3ae'),
};
const SEI: Logo = { background: '#9e1f19', mark: lines('M2 8c4-4 6-4 10 0s6 4 10 0M2 16c4-4 6-4 10 0s6 4 10 0') };
const SONIC: Logo = {
  background: '#1a2b4b',
  mark: lines('M4 20a16 16 0 0 1 0-16', '#fe9a4c') + lines('M11 18a12 12 0 0 1 0-12M18 16a8 8 0 0 1 0-8'),
};
const TRON: Logo = { background: '#ef0027', mark: lines('M3 4l12 2 6 5-10 11L3 4zM3 4l9 7 3-5M12 11l9 0M12 11l-1 11') };
const UNICHAIN: Logo = { background: '#f50db4', mark: filled('M12 1c1 7 4 10 11 11-7 1-10 4-11 11-1-7-4-10-11-11 7-1 10-4 11-11z') };
const ZKSYNC: Logo = { background: '#1755f4', mark: lines('M9 6l-6 6 6 6M15 6l6 6-6 6M6 12h12') };
const ZORA: Logo = {
  background: '#111',
  mark: `<radialGradient id="g" cx=".65" cy=".3"><stop stop-color="#f5d0fe"/><stop offset=".5" stop-color="#5b8def"/><stop offset="1" stop-color="#2b1a6b"/></radialGradient><circle cx="12" cy="12" r="11" fill="url(#g)"/>`,
};
const ETHEREUM_LOGO: Logo = { background: '#627eea', mark: ETHEREUM };
const ETHEREUM_TESTNET: Logo = { background: '#7c829c', mark: ETHEREUM };
const POLYGON_LOGO: Logo = { background: '#7b3fe4', mark: POLYGON };
const POLKADOT_LOGO: Logo = { background: '#fff', mark: filled(POLKADOT, '#e6007a'), scale: 0.66 };

/** Logos by numeric chain id (eip155) or CAIP-2 reference. */
const LOGOS: Readonly<Record<string, Logo>> = {
  1: ETHEREUM_LOGO,
  10: OPTIMISM,
  56: BNB,
  97: BNB,
  100: GNOSIS,
  137: POLYGON_LOGO,
  146: SONIC,
  250: FANTOM,
  300: ZKSYNC,
  324: ZKSYNC,
  1101: POLYGON_LOGO,
  1301: UNICHAIN,
  1329: SEI,
  2000: DOGECHAIN,
  5000: MANTLE,
  5003: MANTLE,
  8217: KAIA,
  8453: BASE,
  17000: ETHEREUM_TESTNET,
  42161: ARBITRUM,
  42220: CELO,
  43113: AVALANCHE,
  43114: AVALANCHE,
  59144: LINEA,
  80002: POLYGON_LOGO,
  80084: BERACHAIN,
  84532: BASE,
  421614: ARBITRUM,
  7777777: ZORA,
  11155111: ETHEREUM_TESTNET,
  11155420: OPTIMISM,
  728126428: TRON,
  999999999: ZORA,
  1313161554: AURORA,
  1313161555: AURORA,
  '000000000019d6689c085ae165831e93': BITCOIN,
  '91b171bb158e2d3848fa23a9f1c25182': POLKADOT_LOGO,
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': SOLANA,
};

/** Logos of test networks that have none of their own. */
const TESTNET_LOGOS: Readonly<Record<string, Logo>> = { solana: SOLANA, bip122: BITCOIN, polkadot: POLKADOT_LOGO };

const drawLogo = ({ background, mark, scale = 0.58 }: Logo): string => {
  const offset = 12 * (1 - scale);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${background}" d="M0 0h24v24H0z"/><g transform="translate(${offset} ${offset}) scale(${scale})">${mark}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

const drawn = new Map<Logo, string>();

/** Returns the logo of a network as a `data:` URL, `null` if the package has none. */
export const networkLogo = ({ id, chainNamespace, testnet }: Pick<Network, 'id' | 'chainNamespace' | 'testnet'>): string | null => {
  const own = Object.hasOwn(LOGOS, id) ? LOGOS[id] : undefined;
  const logo = own ?? (testnet ? TESTNET_LOGOS[chainNamespace] : undefined);
  if (logo === undefined) return null;
  const url = drawn.get(logo) ?? drawLogo(logo);
  drawn.set(logo, url);
  return url;
};
