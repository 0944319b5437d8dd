import { createHash } from 'node:crypto';

/** A wallet in the directory's wire format. Only id and name are always present. */
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

/** Options of {@link generateWallets}. */
export interface WalletsOptions {
  /** Number of generated wallets, in addition to the sandbox's own. Default 500. */
  readonly count?: number;
  /** The same seed gives the same wallets. */
  readonly seed?: string;
  /** Origin of the phone wallet's page. Without it, that wallet is not listed. */
  readonly walletPage?: string;
}

/** Directory ids of the sandbox's own wallets: the phone wallet and the injected one. */
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

/** A deterministic random source, seeded by a word. */
const randomFrom = (word: string) => {
  const bytes = createHash('sha512').update(word).digest();
  let at = 0;
  const roll = (sides: number): number => (bytes[at++ % bytes.length] ?? 0) % sides;
  return {
    roll,
    one: <T>(list: readonly T[]): T | undefined => list[roll(list.length)],
    /** Returns true with this probability in percent. */
    chance: (percent: number): boolean => roll(100) < percent,
  };
};

const uuidOf = (word: string): string => {
  const hex = createHash('sha256').update(word).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

const generate = (seed: string, index: number): ListedWallet => {
  const word = `${seed}:${index}`;
  const random = randomFrom(word);
  const pair = `${FIRST[index % FIRST.length]} ${SECOND[Math.floor(index / FIRST.length) % SECOND.length]}`;
  const name = `${pair} ${KINDS[Math.floor(index / (FIRST.length * SECOND.length)) % KINDS.length]}`;
  const slug = name.toLowerCase().replaceAll(' ', '');
  const site = `https://${slug}.example`;
  const chains = [...EVM.filter((_, position) => position === 0 || random.chance(50)), ...OTHERS.filter(() => random.chance(15))];
  const isForeign = random.chance(10);
  const wallet: ListedWallet = {
    id: createHash('sha256').update(word).digest('hex'),
    name,
    badge_type: random.chance(20) ? 'certified' : 'none',
    chains: isForeign ? OTHERS.filter((_, position) => position === random.roll(OTHERS.length)) : chains,
    homepage: site,
    image_id: uuidOf(word),
    order: (index + 1) * 10,
    mobile_link: random.chance(30) ? `https://link.${slug}.example` : `${slug}://`,
    desktop_link: random.chance(30) ? `${slug}://` : null,
    webapp_link: random.chance(15) ? `https://app.${slug}.example` : null,
    app_store: `https://apps.apple.com/app/id${100_000 + index}`,
    play_store: `https://play.google.com/store/apps/details?id=example.${slug}`,
    chrome_store: random.chance(30) ? `https://chromewebstore.google.com/detail/${slug}` : null,
    rdns: random.chance(40) ? `example.${slug}` : null,
    injected: random.chance(20) ? [{ namespace: 'eip155', injected_id: `is${slug}` }] : null,
  };
  // Like in a real directory, some entries are incomplete.
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

/** Returns the wallets of the directory, the sandbox's own first. */
export const generateWallets = (options: WalletsOptions = {}): readonly ListedWallet[] => {
  const { count = 500, seed = 'latchkey' } = options;
  return [...own(options), ...Array.from({ length: count }, (_, index) => generate(seed, index))];
};
