import { join } from 'node:path';
import { latchkeyParty } from './latchkey-party.js';
import { officialParty, type Party } from './party.js';

/** Who meets whom. */
export interface Pair {
  readonly app: Party;
  readonly wallet: Party;
}

const OFFICIAL_VERSIONS = ['2.17.2', '2.19.1', '2.21.8'];

/**
 * A folder in which the versions of the official client are installed side by side (`npm run test:matrix`). Without it: the one of the
 * repository.
 */
const installedIn = process.env['LATCHKEY_INTEROP_FROM'];

const officials = (): readonly Party[] =>
  installedIn === undefined
    ? [officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename)]
    : OFFICIAL_VERSIONS.map((version) => officialParty(version, `sign-client-${version}`, join(installedIn, 'package.json')));

/** Everybody with everybody where all are installed; else ours with the newest of the others, and with itself. */
export const pairs = (): readonly Pair[] => {
  const all = [latchkeyParty(), ...officials()];
  return all
    .flatMap((app) => all.map((wallet) => ({ app, wallet })))
    .filter(({ app, wallet }) => installedIn !== undefined || !app.isOfficial || !wallet.isOfficial);
};
