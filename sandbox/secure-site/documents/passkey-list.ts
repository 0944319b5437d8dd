import * as v from 'valibot';
import type { WalletSession } from './wallet-session.js';

const listSchema = v.object({
  passkeys: v.array(
    v.object({
      credential: v.string(),
      label: v.string(),
      recovers: v.boolean(),
      createdAt: v.number(),
      usedAt: v.nullable(v.number()),
    }),
  ),
});

/** A passkey as the server lists it. */
export type ListedPasskey = v.InferOutput<typeof listSchema>['passkeys'][number];

/** Lists the passkeys of the wallet. @throws ApiError */
export const listPasskeys = (session: WalletSession): Promise<readonly ListedPasskey[]> =>
  session.run(async ({ client }) => v.parse(listSchema, await client.call('GET', '/passkeys')).passkeys);

/** Ids of the passkeys that open the wallet on a new device. @throws ApiError */
export const recoveringPasskeys = async (session: WalletSession): Promise<readonly string[]> =>
  (await listPasskeys(session)).filter(({ recovers }) => recovers).map(({ credential }) => credential);
