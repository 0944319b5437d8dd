import { describe, expect, it } from 'vitest';
import { lastOutcome } from '../../../application/shared/last-outcome.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { mainnet, polygon } from '../../../domain/network/networks/eip155.js';
import { client, EVM_WALLET } from './support/client.js';

describe('getError', () => {
  it('gives the last error of any run, also of one that the client itself did not begin', async () => {
    const { latchkey } = client();
    const other = client().latchkey;
    expect(latchkey.getError()).toBeUndefined();
    const run = latchkey.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.nobody' });
    await expect(lastOutcome(run)).rejects.toThrow();
    expect(latchkey.getError()).toMatchObject({ code: 'connection/connector-not-found' });
    await expect(latchkey.switchNetwork('eip155:99')).rejects.toThrow();
    expect(latchkey.getError()).toMatchObject({ code: 'network/not-found' });
    await latchkey.connect({ connectorId: EVM_WALLET });
    expect(latchkey.getError()).toMatchObject({ code: 'network/not-found' });
    expect(other.getError()).toBeUndefined();
  });
});

describe('a client without modules', () => {
  it('says that neither connections nor networks have a client', async () => {
    const latchkey = createLatchkey({ networks: [mainnet, polygon] });
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'connection/client-not-set' });
    await expect(latchkey.switchNetwork(polygon)).rejects.toMatchObject({
      code: 'network/client-not-set',
      message: 'NetworkController client not set',
    });
    await expect(lastOutcome(latchkey.useCases.addNetwork.execute({ chainId: 'eip155:137' }))).rejects.toMatchObject({
      code: 'network/client-not-set',
    });
    latchkey.dispose();
  });
});
