import { createHash, randomBytes } from 'node:crypto';

const hex = (bytes) => randomBytes(bytes).toString('hex');
const WEEK_S = 604_800;
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const GRANT = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged'] };
const party = (name, publicKey) => ({
  publicKey,
  metadata: { name, description: `${name} of the benchmark`, url: 'https://party.example', icons: ['https://party.example/i.png'] },
});

/**
 * Stored records of an official client with a `customStoragePrefix` and settled sessions with their keys. Our client migrates them.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const officialRecords = (count, nowMs, prefix) => {
  const expiry = Math.floor(nowMs / 1_000) + WEEK_S;
  const [sessions, expirer, subscription] = [[], [], []];
  const keychain = { client_ed25519_seed: hex(32) };
  for (let index = 0; index < count; index += 1) {
    const [key, self, peer] = [hex(32), hex(32), hex(32)];
    const topic = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex');
    keychain[topic] = key;
    keychain[self] = hex(32);
    sessions.push({
      topic,
      pairingTopic: hex(32),
      relay: { protocol: 'irn' },
      expiry,
      acknowledged: true,
      controller: peer,
      namespaces: { eip155: { ...GRANT, accounts: GRANT.chains.map((chain) => `${chain}:${ADDRESS}`) } },
      requiredNamespaces: {},
      optionalNamespaces: { eip155: GRANT },
      self: party('App', self),
      peer: party('Wallet', peer),
      transportType: 'relay',
    });
    expirer.push({ target: `topic:${topic}`, expiry });
    subscription.push({ topic, relay: { protocol: 'irn' }, transportType: 'relay', id: hex(32) });
  }
  return {
    [`wc@2:core:0.3:${prefix}//keychain`]: keychain,
    [`wc@2:core:0.3:${prefix}//expirer`]: expirer,
    [`wc@2:core:0.3:${prefix}//subscription`]: subscription,
    [`wc@2:client:0.3:${prefix}//session`]: sessions,
  };
};
