/** Sign-In with Ethereum by its reference implementation: it accepts our messages, and our server accepts its. Exit code 0 if all is well. */
import assert from 'node:assert/strict';
import { Wallet } from 'ethers';
import { createSignInHandler, formatSignInMessage, memoryStore, parseSignInMessage } from 'latchkey/server';
import { SiweMessage } from 'siwe';

const ORIGIN = 'https://app.example';
const NOW = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds) => new Date(NOW + seconds * 1_000).toISOString();
const wallet = new Wallet(`0x${'11'.repeat(32)}`);
const stranger = new Wallet(`0x${'22'.repeat(32)}`);

/** Fields that both sides name alike. */
const FIELDS = [
  {},
  { scheme: 'https' },
  { statement: 'Sign in to Example: https://app.example/?a=1&b=(2)' },
  { expirationTime: at(600), notBefore: at(-60) },
  { requestId: 'request-1' },
  { resources: ['https://app.example/terms', 'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', 'urn:example:1'] },
  { resources: [] },
  { issuedAt: '2026-01-01T13:00:00.123+01:00' },
  {
    scheme: 'https',
    statement: 'Welcome',
    expirationTime: at(600),
    notBefore: at(-60),
    requestId: 'r.1',
    resources: ['https://app.example/'],
  },
].map((fields) => ({ domain: 'app.example', uri: `${ORIGIN}/login`, version: '1', issuedAt: at(0), ...fields }));

/** The message of our names in those of siwe. */
const toSiwe = ({ chainId, accountAddress, ...fields }) => ({
  ...fields,
  chainId: Number(chainId.split(':')[1]),
  address: accountAddress,
});

const defined = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A browser at our server. */
const openBrowser = () => {
  const handle = createSignInHandler({ origins: [ORIGIN], secret: '0'.repeat(32), store: memoryStore(), now: () => NOW });
  let cookie = '';
  return async (action, body) => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie };
    const request = { method: 'POST', headers, body: JSON.stringify(body ?? {}) };
    const response = await handle(new Request(`${ORIGIN}/api/sign-in/${action}`, request));
    [cookie] = (response.headers.get('set-cookie') ?? cookie).split(';');
    return response.json();
  };
};

for (const fields of FIELDS) {
  // Our message, their verifier.
  const message = { ...fields, chainId: 'eip155:137', accountAddress: wallet.address, nonce: 'k3jf9s8dh2m4n5b6' };
  const text = formatSignInMessage(message);
  const parsed = new SiweMessage(text);
  assert.deepEqual(defined(parsed), toSiwe(message));
  assert.equal(parsed.prepareMessage(), text);
  const signature = await wallet.signMessage(text);
  const expected = { signature, domain: 'app.example', nonce: message.nonce, time: at(0) };
  assert.equal((await parsed.verify(expected)).success, true);
  const options = { suppressExceptions: true };
  assert.equal((await parsed.verify({ ...expected, domain: 'evil.example' }, options)).success, false);
  assert.equal((await parsed.verify({ ...expected, signature: await stranger.signMessage(text) }, options)).success, false);

  // Their message, our server.
  const request = openBrowser();
  const { nonce } = await request('nonce');
  const theirs = new SiweMessage({ ...fields, chainId: 1, address: wallet.address, nonce }).prepareMessage();
  assert.deepEqual(toSiwe(parseSignInMessage(theirs)), { ...fields, chainId: 1, address: wallet.address, nonce });
  const { sessions } = await request('verify', { signIns: [{ message: theirs, signature: await wallet.signMessage(theirs) }] });
  assert.deepEqual(
    sessions.map(({ chainId, accountAddress }) => [chainId, accountAddress]),
    [['eip155:1', wallet.address]],
  );
  const { nonce: next } = await request('nonce');
  const foreign = new SiweMessage({ ...fields, chainId: 1, address: wallet.address, nonce: next }).prepareMessage();
  const refused = await request('verify', { signIns: [{ message: foreign, signature: await stranger.signMessage(foreign) }] });
  assert.deepEqual(refused, { error: 'wrong-signature' });
}
process.stdout.write(`siwe accepts ${FIELDS.length} of our messages, and our server ${FIELDS.length} of its\n`);
