import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { EngineTables } from '../../application/wallet-protocol/engine/engine-tables.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { noKeyFault, targetFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import type { ExpiryTarget } from '../../domain/wallet-protocol/state/expiry-table.js';
import { Emitter } from './emitter.js';

/** An expiry: the target `topic:…` or `id:…`, and seconds since 1970. */
export interface SignExpiration {
  target: string;
  expiry: number;
}

type Target = Pick<ExpiryTarget, 'kind' | 'key'>;

/** Events of the engine that report an expiry. */
const EXPIRY_EVENTS: readonly string[] = ['session_expire', 'proposal_expire', 'session_request_expire', 'pairing_expire'];

/** The `core.expirer` API. Emits `expirer_expired`. */
export class ExpirerFacade extends Emitter {
  readonly name = 'expirer';
  readonly context = 'expirer';
  readonly #engine: Pick<EngineContext, 'tables' | 'expiries' | 'events'>;

  constructor(engine: Pick<EngineContext, 'tables' | 'expiries' | 'events'>) {
    super();
    this.#engine = engine;
    engine.events.events$.subscribe(({ name, data }) => {
      if (!EXPIRY_EVENTS.includes(name)) return;
      const target = 'topic' in data ? `topic:${data.topic}` : `id:${'id' in data ? data.id : ''}`;
      this.emit('expirer_expired', { target, expiration: { target, expiry: 0 } });
    });
  }

  /** The expirer itself, which is the emitter. */
  get events(): Emitter {
    return this;
  }

  get length(): number {
    return this.values.length;
  }

  get keys(): string[] {
    return this.values.map(({ target }) => target);
  }

  get values(): SignExpiration[] {
    return targetsOf(this.#engine.tables).flatMap((target) => {
      const expiry = this.#engine.expiries.of(target);
      return expiry === null ? [] : [{ target: nameOf(target.key), expiry }];
    });
  }

  /** No effect: the expiries are loaded when the client is created. */
  readonly init = (): Promise<void> => Promise.resolve();

  has(key: string | number): boolean {
    return this.#find(key) !== null;
  }

  /** @throws ProtocolError NO_MATCHING_KEY, or UNKNOWN_TYPE for what is neither a topic nor an id */
  get(key: string | number): SignExpiration {
    const target = this.#find(key);
    const expiry = target === null ? null : this.#engine.expiries.of(target);
    if (expiry === null) throw new ProtocolError(noKeyFault('expirer', nameOf(key)));
    return { target: nameOf(key), expiry };
  }

  /** Sets the expiry of an existing record. @param expiry seconds since 1970 */
  set(key: string | number, expiry: number): void {
    const target = this.#find(key);
    // Kind and key belong to the same target.
    if (target !== null) this.#engine.expiries.set({ ...target, expiry } as ExpiryTarget);
  }

  /** Removes the expiry of a record. */
  del(key: string | number): void {
    const target = this.#find(key);
    if (target !== null) this.#engine.expiries.drop(target);
  }

  #find(key: string | number): Target | null {
    const name = nameOf(key);
    return targetsOf(this.#engine.tables).find((target) => nameOf(target.key) === name) ?? null;
  }
}

const targetsOf = ({ sessions, pairings, proposals, requests, authRequests }: EngineTables): readonly Target[] => [
  ...sessions.all().map(({ topic }): Target => ({ kind: 'session', key: topic })),
  ...pairings.all().map(({ topic }): Target => ({ kind: 'pairing', key: topic })),
  ...proposals.all().map(({ id }): Target => ({ kind: 'proposal', key: id })),
  ...requests.all().map(({ id }): Target => ({ kind: 'request', key: id })),
  ...authRequests.all().map(({ id }): Target => ({ kind: 'auth', key: id })),
];

const nameOf = (key: string | number): string => {
  if (typeof key === 'number') return `id:${key}`;
  if (typeof key !== 'string') throw new ProtocolError(targetFault(key));
  return /^(topic|id):/.test(key) ? key : `topic:${key}`;
};
