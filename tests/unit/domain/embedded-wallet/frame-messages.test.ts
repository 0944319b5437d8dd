import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_ACTIONS, type FrameAction, isFrameAction } from '../../../../domain/embedded-wallet/frame-actions.js';
import {
  type FrameEvent,
  formatAbort,
  formatErrorReply,
  formatFrameEvent,
  formatReceived,
  formatReply,
  formatRequest,
  parseAbort,
  parseFrameEvent,
  parsePayload,
  parseReceived,
  parseReply,
  parseRequest,
  readEnvelope,
} from '../../../../domain/embedded-wallet/frame-messages.js';

const USER = { email: 'a@example.com', address: '0x01', chainId: 1 };
const ACCOUNTS = [{ address: '0x01', type: 'eoa' }];

/** A payload and a reply of each action, and payloads and replies that are refused. */
const TABLE: Readonly<
  Record<
    FrameAction,
    readonly [payloads: readonly unknown[], replies: readonly unknown[], badPayloads: readonly unknown[], badReplies: readonly unknown[]]
  >
> = {
  SWITCH_NETWORK: [[{ chainId: 1 }, { chainId: 'solana:5eykt4' }], [{ chainId: 1 }], [{}, undefined], [{}]],
  CONNECT_EMAIL: [
    [{ email: 'a@example.com' }],
    [{ action: 'VERIFY_DEVICE' }, { action: 'VERIFY_OTP' }, { action: 'CONNECT' }],
    [{ email: 'no-address' }, { email: '' }, {}],
    [{ action: 'VERIFY' }, {}],
  ],
  CONNECT_DEVICE: [[undefined], [undefined], [], []],
  CONNECT_OTP: [[{ otp: '123456' }], [undefined], [{ otp: 123456 }, {}], []],
  CONNECT_SOCIAL: [
    [{ uri: 'https://app.example?code=1' }],
    [{ address: '0x01', chainId: 1 }, { address: '0x01', chainId: 'eip155:1', email: null, userName: null, accounts: ACCOUNTS }, {}],
    [{}],
    [{ address: 1 }, { address: '0x01', chainId: 1, accounts: [{ address: '0x01', type: 'safe' }] }],
  ],
  GET_SOCIAL_REDIRECT_URI: [[{ provider: 'google' }], [{ uri: 'https://login.example' }], [{ provider: 'farcaster' }, {}], [{}]],
  GET_FARCASTER_URI: [[undefined], [{ url: 'https://farcaster.example' }], [], [{}]],
  CONNECT_FARCASTER: [[undefined], [{ userName: 'ada' }], [], [{}]],
  GET_USER: [
    [undefined, {}, { chainId: 1, preferredAccountType: 'eoa' }],
    [USER, { ...USER, email: null, userName: 'ada', smartAccountDeployed: true, accounts: ACCOUNTS, preferredAccountType: 'eoa' }],
    [{ chainId: {} }],
    [{ ...USER, email: 'no-address' }, { email: 'a@example.com' }],
  ],
  IS_CONNECTED: [[undefined, { token: 'x' }], [{ isConnected: true }], [{}], [{}]],
  GET_CHAIN_ID: [[undefined], [{ chainId: 1 }], [], [{}]],
  SIGN_OUT: [[undefined], [undefined], [], []],
  UPDATE_EMAIL: [
    [{ email: 'b@example.com' }],
    [{ action: 'VERIFY_PRIMARY_OTP' }, { action: 'VERIFY_SECONDARY_OTP' }],
    [{ email: 'no-address' }],
    [{ action: 'CONNECT' }],
  ],
  UPDATE_EMAIL_PRIMARY_OTP: [[{ otp: '123456' }], [undefined], [{}], []],
  UPDATE_EMAIL_SECONDARY_OTP: [[{ otp: '123456' }], [{ newEmail: 'b@example.com' }], [{}], [{ newEmail: 'nobody' }, {}]],
  SET_PREFERRED_ACCOUNT: [[{ type: 'eoa' }], [{ type: 'eoa', address: '0x01' }], [{}], [{ type: 'eoa' }]],
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: [
    [undefined],
    [{ smartAccountEnabledNetworks: [1, 137] }],
    [],
    [{ smartAccountEnabledNetworks: ['1'] }, {}],
  ],
  INIT_SMART_ACCOUNT: [[undefined], [{ address: '0x01', isDeployed: false }], [], [{ address: '0x01' }]],
  SYNC_THEME: [
    [{}, { themeMode: 'dark', themeVariables: { '--w3m-accent': 1 }, w3mThemeVariables: {} }],
    [undefined],
    [{ themeMode: 'auto' }],
    [],
  ],
  SYNC_DAPP_DATA: [
    [{ projectId: 'x' }, { projectId: 'x', metadata: { name: '', description: '', url: '', icons: [''] }, sdkVersion: '1', sdkType: 'x' }],
    [undefined],
    [{}, { projectId: 'x', metadata: { name: '' } }],
    [],
  ],
  RPC_REQUEST: [[{ method: 'eth_chainId' }], [null, '0x1', { any: true }], [{ method: 'eth_sign', params: [] }, {}], []],
  RELOAD: [[undefined], [undefined], [], []],
};

describe('messages of the secure frame', () => {
  it.each(Object.entries(TABLE))('%s has its payload and reply', (name, [payloads, replies, badPayloads, badReplies]) => {
    const action = name as FrameAction;
    for (const payload of payloads) {
      expect(parsePayload(action, payload)).toEqual(payload);
      const request = formatRequest(action, 'id', payload);
      expect(request.type).toBe(`@w3m-app/${name}`);
      expect(parseRequest(request)).toEqual({ action, id: 'id', payload });
    }
    for (const payload of badPayloads) expect(() => parsePayload(action, payload)).toThrow();
    for (const reply of replies) {
      // The row holds replies of this action.
      const message = formatReply(action, 'id', reply as never);
      expect(message.type).toBe(`@w3m-frame/${name}_SUCCESS`);
      expect(parseReply(action, message)).toEqual({ status: 'success', payload: reply });
    }
    for (const reply of badReplies) expect(parseReply(action, formatReply(action, 'id', reply as never))).toBeNull();
    expect(parseReply(action, formatErrorReply(action, 'id', 'Wrong code'))).toEqual({ status: 'error', message: 'Wrong code' });
    expect(parseReply(action, { type: `@w3m-frame/${name}_ERROR`, id: 'id' })).toEqual({ status: 'error', message: '' });
  });

  it('drops members that an action does not have', () => {
    expect(parsePayload('CONNECT_EMAIL', { email: 'a@example.com', password: 'x' } as never)).toEqual({ email: 'a@example.com' });
    expect(parsePayload('SIGN_OUT', { any: true } as never)).toBeUndefined();
  });

  it('a reply to another action is none', () => {
    for (const action of Object.keys(FRAME_ACTIONS).filter(isFrameAction))
      if (action !== 'SIGN_OUT') expect(parseReply(action, formatReply('SIGN_OUT', 'id', undefined))).toBeNull();
  });

  it.each<FrameEvent>([
    { type: 'ready' },
    { type: 'ready', version: '4' },
    { type: 'session-updated' },
    { type: 'show', id: 'a', height: 300 },
    { type: 'home', id: 'a', height: 300 },
    { type: 'hide', id: 'a' },
    { type: 'window', id: 'a', open: true },
    { type: 'number', id: 'a', number: '07' },
    { type: 'number', id: 'a', number: '012345' },
    { type: 'number', id: 'a', number: null },
  ])('%j is said unasked', (event) => {
    expect(parseFrameEvent(formatFrameEvent(event))).toEqual(event);
  });

  it.each([
    { type: '@latchkey-frame/SHOW', id: 'a', payload: { height: 1e9 } },
    { type: '@latchkey-frame/HOME', id: 'a', payload: {} },
    { type: '@latchkey-frame/WINDOW', id: 'a', payload: { open: 'yes' } },
    { type: '@latchkey-frame/NUMBER', id: 'a', payload: { number: '<b>' } },
    { type: '@w3m-frame/READY', id: 'a', payload: { version: 4 } },
    { type: '@w3m-frame/OTHER', id: 'a' },
  ])('drops %j', (message) => {
    expect(parseFrameEvent(message)).toBeNull();
  });

  it('acknowledges by id', () => {
    expect(parseReceived(formatReceived('a'))).toBe('a');
    expect(parseReceived(formatRequest('RELOAD', 'a', undefined))).toBeNull();
    expect(parseAbort(formatAbort('a'))).toBe('a');
    expect(parseAbort(formatReceived('a'))).toBeNull();
    expect(parseRequest(formatAbort('a'))).toBeNull();
  });

  it('reads anything that a window can post', () => {
    const anything = fc.property(fc.anything(), (data) => {
      const envelope = readEnvelope(data);
      if (envelope === null) return;
      parseRequest(envelope);
      parseFrameEvent(envelope);
      parseReceived(envelope);
      parseAbort(envelope);
      for (const action of Object.keys(FRAME_ACTIONS).filter(isFrameAction)) parseReply(action, envelope);
    });
    fc.assert(anything);
    expect(readEnvelope(Object.create({ type: '@w3m-frame/READY' }))).toBeDefined();
  });
});
