import { describe, expect, it } from 'vitest';
import type { SessionNamespace } from '../../../../domain/wallet-protocol/session.js';
import { ALICE, BOB } from '../support/networks.js';
import {
  allowed,
  BASE,
  BOTH_CHAINS,
  listeningProvider,
  MAINNET,
  POLYGON,
  providerOn,
  switchTo,
} from '../support/remote-provider-fixture.js';

describe('RemoteProvider', () => {
  it.each([
    ['eth_accounts', [ALICE, BOB]],
    ['eth_requestAccounts', [ALICE, BOB]],
    ['eth_chainId', '0x1'],
    ['net_version', '1'],
  ])('serves %s locally', async (method, response) => {
    const { remote, reads, request } = providerOn();
    expect(await request(method)).toEqual(response);
    expect(remote.requests).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('starts on the requested chain if an account is shared there, else on the first with one', async () => {
    expect(await providerOn(allowed([`1:${ALICE}`, `137:${ALICE}`]), POLYGON).request('eth_chainId')).toBe('0x89');
    const { request } = providerOn(allowed([`137:${BOB}`, `8453:${ALICE}`]), MAINNET);
    expect(await request('eth_chainId')).toBe('0x89');
    expect(await request('eth_accounts')).toEqual([BOB]);
  });

  it('does not start on a chain that is listed without an account', async () => {
    const { eip155 } = allowed([`137:${ALICE}`]);
    const { request } = providerOn({ eip155: { ...(eip155 as SessionNamespace), chains: [MAINNET, POLYGON] } });
    expect(await request('eth_chainId')).toBe('0x89');
  });

  it('has no accounts without a shared namespace or after the session has ended', async () => {
    expect(await providerOn({}).request('eth_accounts')).toEqual([]);
    const { remote, request } = providerOn();
    remote.close();
    expect(await request('eth_requestAccounts')).toEqual([]);
  });

  describe('request', () => {
    it('forwards allowed methods to the wallet, for the active chain', async () => {
      const { remote, reads, request } = providerOn();
      remote.next({ result: '0xsigned' });
      expect(await request('personal_sign', '0x68', ALICE)).toBe('0xsigned');
      expect(remote.requests).toEqual([{ chainId: MAINNET, method: 'personal_sign', params: ['0x68', ALICE] }]);
      expect(reads).toEqual([]);
    });

    it('sends an empty array without parameters', async () => {
      const { remote, provider } = providerOn(allowed(BOTH_CHAINS, ['wallet_getCapabilities']));
      await provider.request({ method: 'wallet_getCapabilities' });
      expect(remote.requests.map(({ params }) => params)).toEqual([[]]);
    });

    it('applies methods that are allowed on one chain only', async () => {
      const { remote, provider, request } = providerOn({
        ...allowed(BOTH_CHAINS),
        'eip155:137': { accounts: [], methods: ['eth_sendTransaction'], events: [] },
      });
      await expect(request('eth_sendTransaction', {})).rejects.toMatchObject({ code: 4200 });
      await provider.request(switchTo('0x89'));
      await request('eth_sendTransaction', {});
      expect(remote.requests).toEqual([{ chainId: POLYGON, method: 'eth_sendTransaction', params: [{}] }]);
    });

    it('passes the wallet’s error through with its code', async () => {
      const { remote, request } = providerOn();
      remote.next('reject');
      await expect(request('personal_sign', '0x68', ALICE)).rejects.toMatchObject({ code: 4001 });
    });

    it.each([
      'eth_sendTransaction',
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'eth_decrypt',
      'eth_getEncryptionPublicKey',
      'personal_sign',
      'wallet_watchAsset',
      'wallet_sendCalls',
    ])('never sends %s to a node if the session does not allow it', async (method) => {
      const { remote, reads, request } = providerOn(allowed(BOTH_CHAINS, []));
      await expect(request(method)).rejects.toMatchObject({ code: 4200, message: expect.stringContaining(method) });
      expect(remote.requests).toEqual([]);
      expect(reads).toEqual([]);
    });

    it.each(['eth_call', 'eth_getBalance', 'eth_estimateGas', 'eth_blockNumber', 'eth_sendRawTransaction'])(
      'reads %s from a node of the active chain',
      async (method) => {
        const { remote, reads, provider, request } = providerOn();
        await provider.request(switchTo('0x89'));
        expect(await request(method, 'any')).toBe('from the node');
        expect(reads).toEqual([{ chainId: POLYGON, request: { method, params: ['any'] } }]);
        expect(remote.requests).toEqual([]);
      },
    );

    it('ends the session on wallet_revokePermissions', async () => {
      const { remote, request } = providerOn();
      expect(await request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
      expect(remote.disconnections).toBe(1);
    });
  });

  describe('wallet_switchEthereumChain', () => {
    it('switches locally to a shared chain and emits chainChanged', async () => {
      const { remote, provider, emitted, request } = listeningProvider();
      expect(await provider.request(switchTo('0x89'))).toBeNull();
      expect(await request('eth_chainId')).toBe('0x89');
      expect(remote.requests).toEqual([]);
      expect(emitted).toEqual([['chainChanged', '0x89']]);
    });

    it('emits nothing on the active chain', async () => {
      const { provider, emitted } = listeningProvider();
      await provider.request(switchTo('0x1'));
      expect(emitted).toEqual([]);
    });

    it('emits accountsChanged if the accounts differ', async () => {
      const { provider, emitted } = listeningProvider(allowed([`1:${ALICE}`, `137:${BOB}`]));
      await provider.request(switchTo('0x89'));
      expect(emitted).toEqual([
        ['chainChanged', '0x89'],
        ['accountsChanged', [BOB]],
      ]);
    });

    const SWITCHES = allowed([`1:${ALICE}`], ['wallet_switchEthereumChain']);

    it('rejects with 4902 if the session can only add chains', async () => {
      const { remote, provider } = providerOn(allowed([`1:${ALICE}`], ['wallet_addEthereumChain']));
      await expect(provider.request(switchTo('0x2105'))).rejects.toMatchObject({ code: 4902 });
      expect(remote.requests).toEqual([]);
    });

    it('rejects if the session can neither switch nor add chains', async () => {
      const { remote, provider } = providerOn(allowed([`1:${ALICE}`]));
      await expect(provider.request(switchTo('0x2105'))).rejects.toMatchObject({
        code: 'wallet-protocol/switch-failed',
        context: { chainId: BASE },
      });
      expect(remote.requests).toEqual([]);
    });

    it.each([[[]], [[{}]], [[null]], [[{ chainId: 'garbage' }]], [{ chainId: '0x89' }], [undefined]])(
      'rejects malformed parameters %j',
      async (params) => {
        const { remote, provider } = providerOn(SWITCHES);
        const request = { method: 'wallet_switchEthereumChain', ...(params === undefined ? {} : { params }) };
        await expect(provider.request(request)).rejects.toMatchObject({ code: -32_602 });
        expect(remote.requests).toEqual([]);
      },
    );
  });
});

const METHOD = 'wallet_getCapabilities';
const CAN = { '0x1': { atomic: { status: 'supported' } }, '0x89': { paymasterService: { supported: true } } };
const allowing = allowed(BOTH_CHAINS, [METHOD]);

describe('wallet_getCapabilities', () => {
  it('returns capabilities of the session properties, without a request, for an address in any letter case', async () => {
    const capabilities = JSON.stringify({ [ALICE.toUpperCase().replace('0X', '0x')]: CAN });
    const { remote, reads, request } = providerOn(allowed(BOTH_CHAINS), MAINNET, { sessionProperties: { capabilities } });
    expect(await request(METHOD, ALICE)).toEqual(CAN);
    expect(await request(METHOD, ALICE, ['0x1'])).toEqual(CAN);
    expect([remote.requests, reads]).toEqual([[], []]);
    await expect(request(METHOD, BOB)).rejects.toMatchObject({ code: 4200 });
  });

  it('merges session and scoped properties by chain', async () => {
    const { remote, request } = providerOn(allowing, MAINNET, {
      sessionProperties: { atomic: '{"status":"ready"}' },
      scopedProperties: {
        'eip155:137': { auxiliaryFunds: { supported: true }, [`eip155:137:${ALICE}`]: { atomic: { status: 'supported' } } },
      },
    });
    expect(await request(METHOD, ALICE, ['0x89', '0x1'])).toEqual({
      '0x89': { auxiliaryFunds: { supported: true }, atomic: { status: 'supported' } },
      '0x1': { atomic: { status: 'ready' } },
    });
    expect(remote.requests).toEqual([]);
  });

  it.each([[undefined], [{ capabilities: 'no JSON' }], [{ capabilities: '[]' }], [{ capabilities: '{"0x":7}' }]])(
    'is forwarded when the session properties are %j',
    async (sessionProperties) => {
      const { remote, request } = providerOn(allowing, MAINNET, sessionProperties === undefined ? {} : { sessionProperties });
      remote.next({ result: CAN });
      expect(await request(METHOD, ALICE, ['0x1'])).toEqual(CAN);
      expect(remote.requests.map(({ params }) => params)).toEqual([[ALICE, ['0x1']]]);
    },
  );
});
