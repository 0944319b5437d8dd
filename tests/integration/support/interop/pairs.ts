import { join } from 'node:path';
import { officialParty, type Party } from './party.js';

/** Who meets whom. */
export interface Pair {
  readonly app: Party;
  readonly wallet: Party;
}

const OFFICIAL_VERSIONS = ['2.17.2', '2.19.1', '2.21.8'];

/** A folder in which the versions of the official client are installed side by side (`npm run test:matrix`). Without it: the one of the repository. */
const installedIn = process.env['LATCHKEY_INTEROP_FROM'];

/** The official client that the repository itself has. */
export const currentOfficial = (): Party => officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename);

/** All pairs to try. */
export const pairs = (): readonly Pair[] => {
  if (installedIn === undefined) return [{ app: currentOfficial(), wallet: currentOfficial() }];
  const all = OFFICIAL_VERSIONS.map((version) => officialParty(version, `sign-client-${version}`, join(installedIn, 'package.json')));
  return all.flatMap((app) => all.map((wallet) => ({ app, wallet })));
};
