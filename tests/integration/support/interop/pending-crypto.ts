/** Methods of WebCrypto, which works on threads of its own. */
const METHODS = [
  'encrypt',
  'decrypt',
  'generateKey',
  'importKey',
  'exportKey',
  'sign',
  'verify',
  'digest',
  'deriveBits',
  'deriveKey',
] as const;

/** Counts the operations of WebCrypto that are not done yet. */
export class PendingCrypto {
  #count = 0;
  readonly #subtle = crypto.subtle;

  constructor() {
    for (const name of METHODS) {
      const method: (...args: never[]) => Promise<unknown> = Reflect.get(this.#subtle, name).bind(this.#subtle);
      const counted = (...args: never[]): Promise<unknown> => {
        this.#count += 1;
        return method(...args).finally(() => {
          this.#count -= 1;
        });
      };
      Object.defineProperty(this.#subtle, name, { value: counted, configurable: true });
    }
  }

  get count(): number {
    return this.#count;
  }

  /** Gives the methods of the prototype back. */
  release(): void {
    for (const name of METHODS) Reflect.deleteProperty(this.#subtle, name);
  }
}
