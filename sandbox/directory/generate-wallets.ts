import { createHash } from 'node:crypto';

/** A wallet as the directory's wire has it. Only id and name are always there; the rest may be `null` or missing. */
export interface ListedWallet {
  readonly id: string;
  readonly name: string;
  readonly badge_type?: string | null;
  /** CAIP-2 ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly chains?: readonly string[] | null;
  readonly homepage?: string | null;
  readonly image_id?: string | null;
  readonly image_url?: string | null;
  readonly order?: number | null;
  readonly mobile_link?: string | null;
  readonly desktop_link?: string | null;
  readonly webapp_link?: string | null;
  readonly app_store?: string | null;
  readonly play_store?: string | null;
  readonly chrome_store?: string | null;
  readonly rdns?: string | null;
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null;
}

/** What the generated wallets are made of. */
export interface WalletsOptions {
  /** How many are generated, beside the sandbox's own. Default 500. */
  readonly count?: number;
  /** The same seed gives the same wallets. */
  readonly seed?: string;
  /** Origin of the wallet page; without it, that wallet is not listed. */
  readonly walletPage?: string;
}

/** Directory ids of the sandbox's own wallets: the one that is reached by a link, and the one that is on the page. */
export const OWN_WALLET_IDS = {
  page: createHash('sha256').update('sandbox wallet page').digest('hex'),
  installed: createHash('sha256').update('sandbox wallet').digest('hex'),
};

/** @see sandbox/wallet/provider/identity.ts */
const INSTALLED_RDNS = 'dev.latchkey.sandbox';

const FIRST = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Indigo', 'Juniper'];
const SECOND = ['Anchor', 'Beacon', 'Cove', 'Drift', 'Echo', 'Forge', 'Grove', 'Haven', 'Isle', 'Key'];
const KINDS = ['Wallet', 'Vault', 'Pay', 'Safe', 'Pocket'];

const EVM = ['eip155:1', 'eip155:10', 'eip155:100', 'eip155:137', 'eip155:8453', 'eip155:42161'];
const OTHERS = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
];

/** Bytes that depend on the seed and a word only; each is drawn once. */
const diceOf = (word: string) => {
  const bytes = createHash('sha512').update(word).digest();
  let at = 0;
  const roll = (sides: number): number => (bytes[at++ % bytes.length] ?? 0) % sides;
  return {
    roll,
    one: <T>(list: readonly T[]): T | undefined => list[roll(list.length)],
    /** True in so many of a hundred cases. */
    chance: (percent: number): boolean => roll(100) < percent,
  };
};

const uuidOf = (word: string): string => {
  const hex = createHash('sha256').update(word).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

const generate = (seed: string, index: number): ListedWallet => {
  const word = `${seed}:${index}`;
  const dice = diceOf(word);
  const pair = `${FIRST[index % FIRST.length]} ${SECOND[Math.floor(index / FIRST.length) % SECOND.length]}`;
  const name = `${pair} ${KINDS[Math.floor(index / (FIRST.length * SECOND.length)) % KINDS.length]}`;
  const slug = name.toLowerCase().replaceAll(' ', '');
  const site = `https://${slug}.example`;
  const chains = [...EVM.filter((_, place) => place === 0 || dice.chance(50)), ...OTHERS.filter(() => dice.chance(15))];
  const isForeign = dice.chance(10);
  const wallet: ListedWallet = {
    id: createHash('sha256').update(word).digest('hex'),
    name,
    badge_type: dice.chance(20) ? 'certified' : 'none',
    chains: isForeign ? OTHERS.filter((_, place) => place === dice.roll(OTHERS.length)) : chains,
    homepage: site,
    image_id: uuidOf(word),
    order: (index + 1) * 10,
    mobile_link: dice.chance(30) ? `https://link.${slug}.example` : `${slug}://`,
    desktop_link: dice.chance(30) ? `${slug}://` : null,
    webapp_link: dice.chance(15) ? `https://app.${slug}.example` : null,
    app_store: `https://apps.apple.com/app/id${100_000 + index}`,
    play_store: `https://play.google.com/store/apps/details?id=example.${slug}`,
    chrome_store: dice.chance(30) ? `https://chromewebstore.google.com/detail/${slug}` : null,
    rdns: dice.chance(40) ? `example.${slug}` : null,
    injected: dice.chance(20) ? [{ namespace: 'eip155', injected_id: `is${slug}` }] : null,
  };
  // A directory that many people fill in is never complete.
  if (index % 25 === 24) return { id: wallet.id, name, chains: wallet.chains ?? null };
  if (index % 10 === 9) return { ...wallet, image_id: null, homepage: null, app_store: null, badge_type: null };
  return wallet;
};

const own = ({ walletPage }: WalletsOptions): readonly ListedWallet[] => {
  const installed: ListedWallet = {
    id: OWN_WALLET_IDS.installed,
    name: 'Sandbox Wallet',
    badge_type: 'none',
    chains: EVM,
    image_id: uuidOf('sandbox wallet'),
    order: 2,
    rdns: INSTALLED_RDNS,
  };
  if (walletPage === undefined) return [installed];
  const page: ListedWallet = {
    id: OWN_WALLET_IDS.page,
    name: 'Sandbox Phone',
    badge_type: 'certified',
    chains: EVM,
    homepage: walletPage,
    image_id: uuidOf('sandbox wallet page'),
    order: 1,
    mobile_link: walletPage,
    desktop_link: walletPage,
    webapp_link: walletPage,
    app_store: `${walletPage}/#app-store`,
    play_store: `${walletPage}/#play-store`,
  };
  return [page, installed];
};

/** The wallets of the directory, the sandbox's own first. */
export const generateWallets = (options: WalletsOptions = {}): readonly ListedWallet[] => {
  const { count = 500, seed = 'latchkey' } = options;
  return [...own(options), ...Array.from({ length: count }, (_, index) => generate(seed, index))];
};
