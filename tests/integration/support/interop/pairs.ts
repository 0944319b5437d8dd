import { join } from 'node:path';
import { latchkeyParty } from './latchkey-party.js';
import { officialParty, type Party } from './party.js';

/** The clients in the roles of app and wallet. */
export interface Pair {
  readonly app: Party;
  readonly wallet: Party;
}

/** Older versions of the official client that apps and wallets still use. */
const OLDER_VERSIONS = ['2.17.2', '2.19.1'];

/** Folder with the older versions (`npm run test:matrix`). Default: the newest version, installed in the repository. */
const installedIn = process.env['LATCHKEY_INTEROP_FROM'];

const officials = (): readonly Party[] =>
  installedIn === undefined
    ? [officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename)]
    : OLDER_VERSIONS.map((version) => officialParty(version, `sign-client-${version}`, join(installedIn, 'package.json')));

/** Our client with each official one, in both roles. Two of our clients are tested in the unit tests of the engine. */
export const pairs = (): readonly Pair[] => {
  const ours = latchkeyParty();
  return officials().flatMap((official) => [
    { app: ours, wallet: official },
    { app: official, wallet: ours },
  ]);
};
