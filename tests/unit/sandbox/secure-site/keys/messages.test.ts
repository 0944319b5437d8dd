import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isKeyRequest, type KeyRequest } from '../../../../../sandbox/secure-site/keys/messages.js';
import { NO_POLICY } from '../../../../../sandbox/secure-site/keys/policy.js';
import { SIGNED_STATEMENT, STATEMENT, VAULT, WRAP } from '../../../../../sandbox/secure-site/keys/schemas.js';
import { signManagement } from '../../../../../sandbox/secure-site/keys/statement.js';
import { sealVault, wrapDataKey } from '../../../../../sandbox/secure-site/keys/vault.js';
import { fill, SECRETS } from './support.js';

const HEADER = { version: 1, wallet: 'wallet-1', epoch: 1 } as const;
const ID = 'A'.repeat(22);
const { device, server, recovery, kit } = SECRETS;
const POINT = 'A'.repeat(87);
const vault = await sealVault(fill(1, 16), fill(2), HEADER);
const wrap = await wrapDataKey(fill(2), SECRETS, { ...HEADER, pair: 'device-server', device: 'device-1' });
const kitWrap = await wrapDataKey(fill(2), SECRETS, { ...HEADER, pair: 'kit-recovery', device: '' });
const statement = { action: 'add-device', wallet: 'wallet-1', nonce: 'n'.repeat(22), parameters: ['a'] };
const assertion = { credential: 'c'.repeat(22), authenticatorData: fill(1, 37), clientData: fill(2, 9), signature: fill(3, 70) };
const order = { pair: 'device-server', device: 'device-1', secrets: { server } } as const;

const added = { device: 'device-2', frame: 'f'.repeat(43), agreementKey: POINT };

const REQUESTS: readonly KeyRequest[] = [
  { id: ID, action: 'create', wallet: 'wallet-1', wraps: [order] },
  { id: ID, action: 'unlock', wallet: 'wallet-1', seenEpoch: 0, vault, wrap, secrets: { server } },
  { id: ID, action: 'sign', wallet: 'wallet-1', origin: 'https://app.example', payloads: [{ kind: 'evm-digest', bytes: fill(3) }] },
  { id: ID, action: 'sign', wallet: 'wallet-1', origin: 'https://app.example', payloads: [{ kind: 'solana', bytes: fill(3, 100) }] },
  { id: ID, action: 'set-policy', wallet: 'wallet-1', vault, policy: NO_POLICY },
  { id: ID, action: 'resume-log', wallet: 'wallet-1', log: { wallet: 'wallet-1', spends: [], mac: 'A'.repeat(43) } },
  { id: ID, action: 'make-nonce' },
  { id: ID, action: 'sign-statement', statement },
  { id: ID, action: 'wrap', wallet: 'wallet-1', wraps: [{ pair: 'server-recovery', device: '', secrets: { server, recovery } }] },
  { id: ID, action: 'prove-recovery', recovery, statement },
  { id: ID, action: 'wipe' },
  { id: ID, action: 'inspect', wallet: 'wallet-1', vault, wrap, secrets: { server } },
  { id: ID, action: 'export', wallet: 'wallet-1', vault, wrap: kitWrap, secrets: { kit, recovery } },
  { id: ID, action: 'keep-policy', wallet: 'wallet-1' },
  { id: ID, action: 'add-device', wallet: 'wallet-1', added, server },
  { id: ID, action: 'make-agreement-key' },
  {
    id: ID,
    action: 'accept-secret',
    wallet: 'wallet-1',
    added,
    sealed: { version: 1, key: POINT, iv: 'A'.repeat(16), ciphertext: 'A'.repeat(86) },
  },
  { id: ID, action: 'can-store' },
  { id: ID, action: 'forget-device', device: 'device-1' },
];

const OTHERS: readonly unknown[] = [undefined, null, -1, 1.5, '', 'x y', {}, true, fill(1, 0), new Uint8Array(64).subarray(0, 32), 2n];

/** The value with each member, at any depth, missing or of another type, and with one more. */
const mutationsOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || Array.isArray(value)) return OTHERS;
  const members = Object.entries(value);
  return [
    { ...value, more: 1 },
    ...members.map((_, index) => Object.fromEntries(members.toSpliced(index, 1))),
    ...members.flatMap(([name, member]) =>
      mutationsOf(member)
        .filter((other) => other !== member)
        .map((other) => ({ ...value, [name]: other })),
    ),
  ];
};

describe('isKeyRequest', () => {
  it.each(REQUESTS)('accepts $action, and nothing that differs from it in shape', (request) => {
    expect(isKeyRequest(request)).toBe(true);
    for (const other of mutationsOf(request)) expect(isKeyRequest(other)).toBe(false);
  });

  it('refuses secrets of another pair than the wrap has, and one more than it needs', () => {
    for (const secrets of [{ device, server }, { recovery }, { server, recovery }, {}, SECRETS, { server: fill(1, 33) }]) {
      expect(isKeyRequest({ ...REQUESTS[1], secrets })).toBe(false);
      expect(isKeyRequest({ ...REQUESTS[0], wraps: [{ ...order, secrets }] })).toBe(false);
    }
    expect(isKeyRequest({ ...REQUESTS[0], wraps: [] })).toBe(false);
    expect(isKeyRequest({ ...REQUESTS[0], wraps: Array.from({ length: 17 }, () => order) })).toBe(false);
    expect(isKeyRequest({ ...REQUESTS[0], wraps: [{ ...order, device: '' }] })).toBe(false);
  });

  it('accepts an assertion where a passkey can confirm, and none that differs from it in shape', () => {
    for (const request of REQUESTS) {
      const isConfirmable = ['sign', 'set-policy', 'wrap', 'add-device', 'rotate', 'export'].includes(request.action);
      expect(isKeyRequest({ ...request, assertion }), request.action).toBe(isConfirmable);
      for (const other of mutationsOf(assertion)) expect(isKeyRequest({ ...request, assertion: other })).toBe(false);
    }
  });

  it('refuses to export with what opens the wallet in daily use', () => {
    expect(isKeyRequest({ ...REQUESTS[1], action: 'export' })).toBe(false);
    expect(isKeyRequest({ id: ID, action: 'export', wallet: 'wallet-1', vault, wrap, secrets: { server } })).toBe(false);
  });

  it('refuses any other value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(isKeyRequest(value)).toBe(false);
      }),
    );
    expect(isKeyRequest({ ...REQUESTS[2], payloads: [{ kind: 'evm-digest', bytes: fill(3, 31) }] })).toBe(false);
    expect(isKeyRequest({ ...REQUESTS[8], recovery: fill(3, 33) })).toBe(false);
    expect(isKeyRequest({ ...REQUESTS[3], payloads: [{ kind: 'solana', bytes: fill(3, 262_145) }] })).toBe(false);
    for (const action of ['__proto__', 'constructor', 'toString', 'Create']) expect(isKeyRequest({ id: ID, action })).toBe(false);
  });
});

describe('schemas', () => {
  it('accept what the library makes, as JSON', () => {
    for (const [schema, value] of [
      [VAULT, vault],
      [WRAP, wrap],
      [STATEMENT, statement],
      [SIGNED_STATEMENT, signManagement(fill(2), statement)],
    ] as const)
      expect(v.is(schema, JSON.parse(JSON.stringify(value)))).toBe(true);
  });

  it('refuse members that are missing, more, of another type, length, version, epoch or encoding', () => {
    for (const other of mutationsOf(vault)) expect(v.is(VAULT, other)).toBe(false);
    for (const other of mutationsOf(wrap)) expect(v.is(WRAP, other)).toBe(false);
    const ones = { version: 2, epoch: 0, wallet: 'a'.repeat(65), iv: `${vault.iv}A`, sealed: `${vault.sealed.slice(0, -1)}=` };
    for (const [name, value] of Object.entries(ones)) expect(v.is(VAULT, { ...vault, [name]: value }), name).toBe(false);
    for (const epoch of [2 ** 53, 1.5, '1', Number.NaN]) expect(v.is(VAULT, { ...vault, epoch })).toBe(false);
    expect(v.is(VAULT, wrap)).toBe(false);
    expect(v.is(WRAP, vault)).toBe(false);
    expect(v.is(WRAP, { ...wrap, pair: 'server-recovery' })).toBe(false);
    expect(v.is(WRAP, { ...wrap, pair: 'constructor' })).toBe(false);
    expect(v.is(WRAP, { ...wrap, device: '' })).toBe(false);
  });
});
