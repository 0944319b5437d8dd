/** The account whose history, tokens and NFTs are served. */
export const ADDRESS = `0x${'5a1e'.repeat(10)}`;

export const TRANSACTIONS = 100_000;
export const PAGE = 50;

const NEWEST_MS = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const RECIPIENTS = 500;

/** Pseudo-random number from 0 to 1, the same for the same seed. */
const random = (seed) => {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
};

const hex = (seed, digits) =>
  Array.from({ length: digits }, (_, index) => Math.floor(random(seed * 64 + index) * 16).toString(16)).join('');
const addressOf = (seed) => `0x${hex(seed, 40)}`;
const recipients = Array.from({ length: RECIPIENTS }, (_, index) => addressOf(1_000_000 + index));
/** Another address that is displayed like one. */
const imitate = (address, seed) => `${address.slice(0, 6)}${hex(seed, 32)}${address.slice(-4)}`;

const transfer = (symbol, direction, numeric, value) => ({
  fungible_info: { name: symbol, symbol, icon: null },
  direction,
  quantity: { numeric },
  value,
});

/**
 * Kinds of transactions with their share of a history. The payments of a year are to 500 recipients; look-alikes of them send dust. Older pages show
 * recipients that newer ones lack, so that look-alikes of earlier pages are checked again.
 */
const KINDS = [
  [0.45, ({ recipient, amount }) => ({ operation: 'send', from: ADDRESS, to: recipient, transfers: [transfer('ETH', 'out', amount, 40)] })],
  [0.7, ({ other, amount }) => ({ operation: 'receive', from: other, to: ADDRESS, transfers: [transfer('USDC', 'in', amount, 12)] })],
  [
    0.8,
    ({ other, amount }) => ({
      operation: 'trade',
      from: ADDRESS,
      to: other,
      transfers: [transfer('USDC', 'out', amount, 30), transfer('ETH', 'in', '0.01', 30)],
    }),
  ],
  [
    0.92,
    ({ lookAlike }) => ({ operation: 'receive', from: lookAlike, to: ADDRESS, transfers: [transfer('USDC', 'in', '0.0001', 0.0001)] }),
  ],
  [
    0.96,
    ({ other }) => ({
      operation: 'claim',
      from: ADDRESS,
      to: other,
      transfers: ['A', 'B', 'C', 'D'].map((name) => transfer(name, 'in', '5', 3)),
    }),
  ],
  [1, ({ other }) => ({ operation: 'execute', from: ADDRESS, to: other, transfers: [] })],
];

const itemAt = (index, days) => {
  const recipient = recipients[Math.floor(random(index * 8) * RECIPIENTS)];
  const kind = random(index * 8 + 1);
  const [, make] = KINDS.find(([upTo]) => kind < upTo) ?? KINDS[0];
  const facts = { recipient, other: addressOf(index), lookAlike: imitate(recipient, index), amount: `${1 + Math.floor(kind * 1e6) / 1e4}` };
  const { operation, from, to, transfers } = make(facts);
  return {
    id: `transaction-${index}`,
    metadata: {
      operationType: operation,
      status: 'confirmed',
      chain: 'eip155:1',
      minedAt: new Date(NEWEST_MS - Math.floor((index * days * DAY_MS) / TRANSACTIONS)).toISOString(),
      hash: `0x${hex(index + 7_000_000, 64)}`,
      sentFrom: from,
      sentTo: to,
    },
    transfers,
  };
};

/**
 * Reply of the blockchain API for a page of a history of 100,000 transactions within some days, newest first.
 * @param {number} page from 0
 * @param {number} days
 */
export const makeHistoryPage = (page, days) => ({
  data: Array.from({ length: PAGE }, (_, index) => itemAt(page * PAGE + index, days)),
  next: (page + 1) * PAGE < TRANSACTIONS ? String(page + 1) : null,
});
