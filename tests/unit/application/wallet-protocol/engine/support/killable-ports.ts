import { map } from 'rxjs';
import type { MessageRelay } from '../../../../../../application/wallet-protocol/message-relay.js';

/** Kills a page before or after the relay or store call of this number takes effect. */
export interface Kill {
  readonly at: number;
  readonly when: 'before' | 'after';
}

const isMessages = (name: string | symbol, _: unknown): _ is MessageRelay['messages$'] => name === 'messages$';

const isKeyChain = (name: string | symbol, _: unknown): _ is MessageRelay['keyChain'] => name === 'keyChain';

/** Ports of a page until it is killed. From then on no call has an effect or settles. */
export class KillablePorts {
  /** The call at which the page is killed, set by the test. */
  kill: Kill | null = null;
  /** Number of port calls. */
  calls = 0;

  get isKilled(): boolean {
    return this.kill !== null && this.calls > this.kill.at;
  }

  /** Kills the page now. */
  killNow(): void {
    this.kill = { at: this.calls - 1, when: 'before' };
  }

  /** Wraps a port and counts its calls. */
  of<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        // A killed page receives nothing.
        if (isMessages(name, member)) return member.pipe(map((message) => this.of(message)));
        if (isKeyChain(name, member)) return this.of(member);
        if (typeof member !== 'function') return member;
        return (...given: readonly unknown[]): unknown => {
          const number = this.calls++;
          if (this.kill === null || number < this.kill.at) return Reflect.apply(member, target, given);
          // The current call may still take effect; a killed page makes no further calls.
          if (number === this.kill.at && this.kill.when === 'after')
            Promise.resolve(Reflect.apply(member, target, given)).catch(() => undefined);
          return new Promise(() => undefined);
        };
      },
    });
  }
}
