import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isSameAddress } from '../../../../domain/account/same-address.js';
import { namespaceOf } from '../../../../domain/caip/caip-2.js';
import { isAccountId, parseAccountId } from '../../../../domain/caip/caip-10.js';
import { NAMESPACES, type Namespace } from '../../../../domain/caip/namespace.js';
import type { ConnectionEvent } from '../../../../domain/connection/connection-event.js';
import { disconnectedNamespace, reduceConnection } from '../../../../domain/connection/connection-machine.js';
import type { ConnectionState, NamespaceState } from '../../../../domain/connection/connection-state.js';
import {
  accountOf,
  activeNetworkOf,
  allNetworksOf,
  connectedNamespacesOf,
  networkOf,
  statusOf,
} from '../../../../domain/connection/connection-views.js';
import { forAll } from '../properties.js';
import { arbitraryHistory, balanceOf, START } from './connection-for-tests.js';

/** Runs a check after each event of many random histories. */
const always = (check: (before: ConnectionState, event: ConnectionEvent, after: ConnectionState) => void): void => {
  forAll(arbitraryHistory, (history) => {
    history.reduce((before, event) => {
      const after = reduceConnection(before, event);
      check(before, event, after);
      return after;
    }, START);
  });
};

const entries = (state: ConnectionState): readonly (readonly [Namespace, NamespaceState])[] =>
  NAMESPACES.flatMap((namespace) => {
    const own = state.namespaces[namespace];
    return own === undefined ? [] : [[namespace, own] as const];
  });

/** Counts how often each property was actually checked, so that none passes vacuously. */
const reached = { connected: 0, balances: 0, ended: 0 };

describe('reduceConnection, for any history', () => {
  it('is connected only with a session, and never has invalid accounts or chains', () => {
    always((_, __, state) => {
      for (const [namespace, own] of entries(state)) {
        expect(statusOf(own) === 'connected').toBe(own.session !== null);
        if (own.session === null) continue;
        reached.connected += 1;
        expect(own.session.connector.namespace).toBe(namespace);
        expect(namespaceOf(own.session.chainId)).toBe(namespace);
        expect(own.session.accounts.length).toBeGreaterThan(0);
        for (const { address, namespace: of } of own.session.accounts) {
          expect(of).toBe(namespace);
          expect(isAccountId(`${own.session.chainId}:${address}`)).toBe(true);
        }
      }
    });
    expect(reached.connected).toBeGreaterThan(0);
  });

  it('provides a valid CAIP-10 id while connected, and none otherwise', () => {
    always((_, __, state) => {
      for (const namespace of NAMESPACES) {
        const account = accountOf(state, namespace);
        const isConnected = state.namespaces[namespace]?.session != null;
        expect(account.isConnected).toBe(isConnected);
        expect(account.isConnected).toBe(account.status === 'connected');
        expect([account.address, account.caipAddress, account.connectorId].every((field) => (field !== undefined) === isConnected)).toBe(
          true,
        );
        if (account.caipAddress !== undefined) expect(parseAccountId(account.caipAddress).address).toBe(account.address);
      }
      expect(connectedNamespacesOf(state).every((namespace) => accountOf(state, namespace).isConnected)).toBe(true);
    });
  });

  it('changes only the namespace of the event', () => {
    always((before, event, after) => {
      for (const namespace of NAMESPACES) {
        if ('namespace' in event && event.namespace === namespace) continue;
        expect(after.namespaces[namespace]).toBe(before.namespaces[namespace]);
      }
    });
  });

  it('accepts a session only from the current attempt, and ends an attempt only by its own result or a newer one', () => {
    always((before, event, after) => {
      if (!('namespace' in event)) return;
      const [old, now] = [before.namespaces[event.namespace], after.namespaces[event.namespace]];
      if (old === undefined || now === undefined) return;
      if (now.session !== null && old.session === null) {
        expect(event.type === 'session-established' && event.attemptId === old.attempt?.id).toBe(true);
        expect(now.attempt).toBeNull();
      }
      if (old.attempt !== null && now.attempt !== old.attempt) {
        const own = (event.type === 'attempt-ended' && event.id) || (event.type === 'session-established' && event.attemptId);
        expect(event.type === 'attempt-started' ? !event.isAutomatic : own === old.attempt.id).toBe(true);
      }
    });
  });

  it('resets balance, details and approval with the session', () => {
    always((before, event, after) => {
      if (!('namespace' in event)) return;
      const [old, now] = [before.namespaces[event.namespace], after.namespaces[event.namespace]];
      if (now === undefined || now.session !== null) return;
      if (old?.session != null) reached.ended += 1;
      const { attempt, ...rest } = now;
      expect(rest).toEqual({ ...rest, ...forgotten(now) });
      expect(attempt).toBe(event.type.startsWith('attempt') ? attempt : (old?.attempt ?? null));
    });
    expect(reached.ended).toBeGreaterThan(0);
  });

  it('shows a balance only of the current account and chain', () => {
    always((_, __, state) => {
      for (const [namespace, { session, balance }] of entries(state)) {
        if (balance.balance === null) continue;
        reached.balances += 1;
        expect(session).not.toBeNull();
        expect(balance.balance).toEqual(balanceOf(String(session?.accounts[0].address), String(session?.chainId)));
        expect(accountOf(state, namespace).balance).toBe(1n);
      }
    });
    expect(reached.balances).toBeGreaterThan(0);
  });

  it('keeps the details while the account is the same', () => {
    always((before, event, after) => {
      if (!('namespace' in event) || event.type === 'session-established' || event.type === 'details-changed') return;
      const [old, now] = [before.namespaces[event.namespace], after.namespaces[event.namespace]];
      if (old?.session == null || now?.session == null) return;
      const same = isSameAddress(event.namespace, old.session.accounts[0].address, now.session.accounts[0].address);
      expect(now.details.profileName).toBe(same ? old.details.profileName : undefined);
      expect(now.details.profileImage).toBe(same ? old.details.profileImage : undefined);
    });
  });

  it('is on the wallet’s network while connected, else on a configured one', () => {
    always((_, __, state) => {
      for (const [, own] of entries(state)) {
        expect(own.selectedChainId).toBe(own.session?.chainId ?? own.selectedChainId);
        const network = networkOf(own);
        expect(network.caipNetworkId).toBe(own.selectedChainId);
        if (own.session === null) expect(own.networks).toContain(network);
        expect(network.unknown).toBe(!own.networks.includes(network));
      }
      expect(activeNetworkOf(state)).toBeDefined();
      expect(allNetworksOf(state)).toEqual(Object.values(state.namespaces).flatMap(({ networks }) => networks));
    });
  });

  it('always has a configured active namespace, and stays initialized', () => {
    always((before, event, after) => {
      expect(after.namespaces[after.activeNamespace]).toBeDefined();
      expect(after.initialized).toBe(before.initialized || event.type === 'initialized');
    });
  });

  it('never mutates a previous state', () => {
    always((before, event) => {
      // Not cloned, because an error would lose its class.
      const text = inspect(before, { depth: null });
      reduceConnection(before, event);
      expect(inspect(before, { depth: null })).toBe(text);
    });
  });
});

/** The state of a disconnected namespace. */
const forgotten = ({ networks, selectedChainId }: NamespaceState): Partial<NamespaceState> => {
  const { attempt: _, ...idle } = disconnectedNamespace(networks, selectedChainId);
  return idle;
};
