import { describe, expect, it } from 'vitest';
import type { SessionNamespace } from '../../../../domain/wallet-protocol/session.js';
import { ALICE, BOB } from '../support/networks.js';
import { allowed, BASE, BOTH_CHAINS, heardProvider, MAINNET, POLYGON, providerOn, switchTo } from '../support/remote-provider-world.js';

describe('a wallet elsewhere as an EIP-1193 provider', () => {
  it.each([
    ['eth_accounts', [ALICE, BOB]],
    ['eth_requestAccounts', [ALICE, BOB]],
    ['eth_chainId', '0x1'],
    ['net_version', '1'],
  ])('knows %s by itself', async (method, answer) => {
    const { remote, reads, ask } = providerOn();
    expect(await ask(method)).toEqual(answer);
    expect(remote.requests).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('begins on the chain that is wanted if the session shares an account there, else on the first where it does', async () => {
    expect(await providerOn(allowed([`1:${ALICE}`, `137:${ALICE}`]), POLYGON).ask('eth_chainId')).toBe('0x89');
    const { ask } = providerOn(allowed([`137:${BOB}`, `8453:${ALICE}`]), MAINNET);
    expect(await ask('eth_chainId')).toBe('0x89');
    expect(await ask('eth_accounts')).toEqual([BOB]);
  });

  it('does not begin on a chain that the wallet only names', async () => {
    const { eip155 } = allowed([`137:${ALICE}`]);
    const { ask } = providerOn({ eip155: { ...(eip155 as SessionNamespace), chains: [MAINNET, POLYGON] } });
    expect(await ask('eth_chainId')).toBe('0x89');
  });

  it('has no account where the session shares none of the namespace, and none once it is over', async () => {
    expect(await providerOn({}).ask('eth_accounts')).toEqual([]);
    const { remote, ask } = providerOn();
    remote.end();
    expect(await ask('eth_requestAccounts')).toEqual([]);
  });

  describe('asked for something', () => {
    it('hands what the session allows to the wallet, for the chain it is on', async () => {
      const { remote, reads, ask } = providerOn();
      remote.next({ result: '0xsigned' });
      expect(await ask('personal_sign', '0x68', ALICE)).toBe('0xsigned');
      expect(remote.requests).toEqual([{ chainId: MAINNET, method: 'personal_sign', params: ['0x68', ALICE] }]);
      expect(reads).toEqual([]);
    });

    it('asks with an empty list where there are no parameters', async () => {
      const { remote, provider } = providerOn(allowed(BOTH_CHAINS, ['wallet_getCapabilities']));
      await provider.request({ method: 'wallet_getCapabilities' });
      expect(remote.requests.map(({ params }) => params)).toEqual([[]]);
    });

    it('asks for what is allowed on one chain only there', async () => {
      const { remote, provider, ask } = providerOn({
        ...allowed(BOTH_CHAINS),
        'eip155:137': { accounts: [], methods: ['eth_sendTransaction'], events: [] },
      });
      await expect(ask('eth_sendTransaction', {})).rejects.toMatchObject({ code: 4200 });
      await provider.request(switchTo('0x89'));
      await ask('eth_sendTransaction', {});
      expect(remote.requests).toEqual([{ chainId: POLYGON, method: 'eth_sendTransaction', params: [{}] }]);
    });

    it("passes the wallet's refusal on with its code", async () => {
      const { remote, ask } = providerOn();
      remote.next('reject');
      await expect(ask('personal_sign', '0x68', ALICE)).rejects.toMatchObject({ code: 4001 });
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
    ])('never asks a node for %s, which the wallet does not allow', async (method) => {
      const { remote, reads, ask } = providerOn(allowed(BOTH_CHAINS, []));
      await expect(ask(method)).rejects.toMatchObject({ code: 4200, message: expect.stringContaining(method) });
      expect(remote.requests).toEqual([]);
      expect(reads).toEqual([]);
    });

    it.each(['eth_call', 'eth_getBalance', 'eth_estimateGas', 'eth_blockNumber', 'eth_sendRawTransaction'])(
      'reads %s from a node of its chain',
      async (method) => {
        const { remote, reads, provider, ask } = providerOn();
        await provider.request(switchTo('0x89'));
        expect(await ask(method, 'any')).toBe('from the node');
        expect(reads).toEqual([{ chainId: POLYGON, request: { method, params: ['any'] } }]);
        expect(remote.requests).toEqual([]);
      },
    );

    it('ends the session when it is to be forgotten', async () => {
      const { remote, ask } = providerOn();
      expect(await ask('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
      expect(remote.disconnections).toBe(1);
    });
  });

  describe('asked to switch', () => {
    it('goes where the session shares an account without asking, and says so', async () => {
      const { remote, provider, said, ask } = heardProvider();
      expect(await provider.request(switchTo('0x89'))).toBeNull();
      expect(await ask('eth_chainId')).toBe('0x89');
      expect(remote.requests).toEqual([]);
      expect(said).toEqual([['chainChanged', '0x89']]);
    });

    it('says nothing when it is there already', async () => {
      const { provider, said } = heardProvider();
      await provider.request(switchTo('0x1'));
      expect(said).toEqual([]);
    });

    it('names the accounts of the other chain where they differ', async () => {
      const { provider, said } = heardProvider(allowed([`1:${ALICE}`, `137:${BOB}`]));
      await provider.request(switchTo('0x89'));
      expect(said).toEqual([
        ['chainChanged', '0x89'],
        ['accountsChanged', [BOB]],
      ]);
    });

    const SWITCHES = allowed([`1:${ALICE}`], ['wallet_switchEthereumChain']);

    it('answers 4902 for a wallet that can only add chains', async () => {
      const { remote, provider } = providerOn(allowed([`1:${ALICE}`], ['wallet_addEthereumChain']));
      await expect(provider.request(switchTo('0x2105'))).rejects.toMatchObject({ code: 4902 });
      expect(remote.requests).toEqual([]);
    });

    it('fails for a wallet that can neither switch nor add chains', async () => {
      const { remote, provider } = providerOn(allowed([`1:${ALICE}`]));
      await expect(provider.request(switchTo('0x2105'))).rejects.toMatchObject({
        code: 'wallet-protocol/switch-failed',
        context: { chainId: BASE },
      });
      expect(remote.requests).toEqual([]);
    });

    it.each([[[]], [[{}]], [[null]], [[{ chainId: 'garbage' }]], [{ chainId: '0x89' }], [undefined]])(
      'does not understand %j',
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

describe('the capabilities of a wallet elsewhere', () => {
  it('are those that its session brought along for an address, whatever the case of its letters, and nobody is asked', async () => {
    const capabilities = JSON.stringify({ [ALICE.toUpperCase().replace('0X', '0x')]: CAN });
    const { remote, reads, ask } = providerOn(allowed(BOTH_CHAINS), MAINNET, { sessionProperties: { capabilities } });
    expect(await ask(METHOD, ALICE)).toEqual(CAN);
    expect(await ask(METHOD, ALICE, ['0x1'])).toEqual(CAN);
    expect([remote.requests, reads]).toEqual([[], []]);
    await expect(ask(METHOD, BOB)).rejects.toMatchObject({ code: 4200 });
  });

  it('are those that it named one by one, where they are asked about by chain', async () => {
    const { remote, ask } = providerOn(allowing, MAINNET, {
      sessionProperties: { atomic: '{"status":"ready"}' },
      scopedProperties: {
        'eip155:137': { auxiliaryFunds: { supported: true }, [`eip155:137:${ALICE}`]: { atomic: { status: 'supported' } } },
      },
    });
    expect(await ask(METHOD, ALICE, ['0x89', '0x1'])).toEqual({
      '0x89': { auxiliaryFunds: { supported: true }, atomic: { status: 'supported' } },
      '0x1': { atomic: { status: 'ready' } },
    });
    expect(remote.requests).toEqual([]);
  });

  it.each([[undefined], [{ capabilities: 'no JSON' }], [{ capabilities: '[]' }], [{ capabilities: '{"0x":7}' }]])(
    'are asked for where the session says nothing of them: %j',
    async (sessionProperties) => {
      const { remote, ask } = providerOn(allowing, MAINNET, sessionProperties === undefined ? {} : { sessionProperties });
      remote.next({ result: CAN });
      expect(await ask(METHOD, ALICE, ['0x1'])).toEqual(CAN);
      expect(remote.requests.map(({ params }) => params)).toEqual([[ALICE, ['0x1']]]);
    },
  );
});
