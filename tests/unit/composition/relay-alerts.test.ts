import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { KEY_CHAIN } from '../../../application/ports/key-chain.port.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../../application/ports/record-store.port.js';
import { RELAY } from '../../../application/ports/relay.port.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../../composition/wire.js';
import { client } from './support/client.js';

/** Pairs twice over a relay that rejects the client for a reason. Returns the alert bar and the errors in the log. */
const pairRejected = async (reason: string) => {
  const relay = new FakeMessageRelay(new FakeClock());
  relay.mode = 'unauthorized';
  relay.transport.refusalReason = reason;
  const rejecting = defineModule((wire) => {
    wire(RELAY, [], () => relay.transport);
    wire(KEY_CHAIN, [], () => relay.keyChain);
    wire(RECORD_STORE, [], () => new FakeRecordStore());
  });
  const { latchkey, logger } = client({ modules: [walletconnect(), rejecting], debug: true });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(resultFrom(latchkey.useCases.pairWallet.execute())).rejects.toMatchObject({ code: 'relay/unauthorized' });
  const { open, message } = (await firstValueFrom(latchkey.useCases.watchModal.execute())).alert;
  latchkey.dispose();
  return { open, message, logged: logger.messages('error') };
};

describe('a relay that rejects the client', () => {
  it.each([
    ['Unauthorized: origin not allowed', 'Invalid App Configuration', 'https://app.example'],
    ['JWT validation error: JWT Token is not yet valid', 'Session Expired', 'time settings'],
    ['Unauthorized: invalid key', 'Invalid Project ID', '"projectId"'],
  ])('raises an alert once: %s', async (reason, title, detail) => {
    expect(await pairRejected(reason)).toEqual({ open: true, message: title, logged: [expect.stringContaining(detail)] });
  });

  it('raises none for another reason', async () => {
    expect(await pairRejected('Rate limit exceeded')).toEqual({ open: false, message: '', logged: [] });
  });
});
