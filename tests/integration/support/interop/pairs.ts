import { join } from 'node:path';
import { latchkeyParty } from './latchkey-party.js';
import { officialParty, type Party } from './party.js';

/** Who meets whom. */
export interface Pair {
  readonly app: Party;
  readonly wallet: Party;
}

/** Older versions of the official client, which hosts and wallets still have. */
const OLDER_VERSIONS = ['2.17.2', '2.19.1'];

/** A folder in which the older versions are installed side by side (`npm run test:matrix`). Without it: the newest, which the repository has. */
const installedIn = process.env['LATCHKEY_INTEROP_FROM'];

const officials = (): readonly Party[] =>
  installedIn === undefined
    ? [officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename)]
    : OLDER_VERSIONS.map((version) => officialParty(version, `sign-client-${version}`, join(installedIn, 'package.json')));

/** Our client with each official one, in both roles. Two of ours meet in the unit tests of the engine. */
export const pairs = (): readonly Pair[] => {
  const ours = latchkeyParty();
  return officials().flatMap((official) => [
    { app: ours, wallet: official },
    { app: official, wallet: ours },
  ]);
};
