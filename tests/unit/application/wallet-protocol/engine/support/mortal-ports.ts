import { map } from 'rxjs';
import type { MessageRelay } from '../../../../../../application/wallet-protocol/message-relay.js';

/** When a page is killed: before or after its call of this number to the relay or to its store takes effect. */
export interface Kill {
  readonly at: number;
  readonly when: 'before' | 'after';
}

const isMessages = (name: string | symbol, _: unknown): _ is MessageRelay['messages$'] => name === 'messages$';

const isKeyChain = (name: string | symbol, _: unknown): _ is MessageRelay['keyChain'] => name === 'keyChain';

/** What a page calls outside of itself, until it is killed: from then on nothing that it does takes effect, and nothing answers it. */
export class MortalPorts {
  /** Set by a test: from when on the page does nothing any more. */
  kill: Kill | null = null;
  /** How often the ports were called. */
  calls = 0;

  get isKilled(): boolean {
    return this.kill !== null && this.calls > this.kill.at;
  }

  /** The page is gone now. */
  die(): void {
    this.kill = { at: this.calls - 1, when: 'before' };
  }

  /** A port whose calls count. */
  of<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        // A page that is gone takes nothing up.
        if (isMessages(name, member)) return member.pipe(map((message) => this.of(message)));
        if (isKeyChain(name, member)) return this.of(member);
        if (typeof member !== 'function') return member;
        return (...given: readonly unknown[]): unknown => {
          const number = this.calls++;
          if (this.kill === null || number < this.kill.at) return Reflect.apply(member, target, given);
          // The call under way may still take effect; a page that is gone makes no other.
          if (number === this.kill.at && this.kill.when === 'after')
            Promise.resolve(Reflect.apply(member, target, given)).catch(() => undefined);
          return new Promise(() => undefined);
        };
      },
    });
  }
}
