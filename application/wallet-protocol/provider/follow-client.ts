import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import { announcedAddresses, announcedChain } from '../../../domain/wallet-protocol/provider/event-payload.js';
import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { Logger } from '../../ports/logger.port.js';
import type { ProviderClient, ProviderClientEvent, ProviderSessionEvent } from './provider-client.js';
import type { ProviderEmitter } from './provider-emitter.js';

/** What a provider does when its client tells of its session. */
export interface FollowedSession {
  topic(): string | undefined;
  /** The wallet allows something else now. */
  update(grants: SessionGrants): void;
  /** The wallet uses another chain now, CAIP-2. */
  goToChain(chainId: string): void;
  /** The session is over. */
  end(): Promise<void>;
}

interface OfSession {
  readonly topic: string;
}

/** Brings a provider what its client tells of its session, and tells the host of it; what concerns other sessions is left alone. */
export const followClient = (
  client: Pick<ProviderClient, 'events'>,
  events: ProviderEmitter,
  logger: Pick<Logger, 'warn'>,
  session: FollowedSession,
): void => {
  const on = <Data extends OfSession>(name: ProviderClientEvent, handle: (data: Data) => void): void => {
    client.events.on(name, (emitted) => {
      // The client emits each event with the data of its name.
      const data = emitted as Data;
      if (data.topic === session.topic()) handle(data);
    });
  };

  const end = async (name: string, data: OfSession, why: { readonly code: number; readonly message: string }): Promise<void> => {
    await session.end().catch((error: unknown) => logger.warn('Failed to clean up after a session', error));
    events.emit(name, data);
    events.emit('disconnect', { ...why, data: data.topic });
  };

  on('session_ping', (data) => void events.emit('session_ping', data));

  on<ProviderSessionEvent>('session_event', (data) => {
    const { event, chainId } = data.params;
    if (event.name === 'accountsChanged') {
      const addresses = announcedAddresses(event.data);
      if (addresses === null) logger.warn('A wallet told of accounts that are none');
      else events.emit('accountsChanged', addresses);
    } else if (event.name === 'chainChanged') session.goToChain(announcedChain(chainId, event.data));
    else events.emit(event.name, event.data);
    events.emit('session_event', data);
  });

  on<OfSession & { readonly params: { readonly namespaces: SessionGrants } }>('session_update', (data) => {
    session.update(data.params.namespaces);
    events.emit('session_update', { topic: data.topic, params: data.params });
  });

  on('session_delete', (data) => void end('session_delete', data, describeProtocolError('USER_DISCONNECTED')));
  on('session_expire', (data) => void end('session_expire', data, describeProtocolError('EXPIRED', `session topic: ${data.topic}`)));
};
