interface Pending<Info, Result> {
  readonly info: Info;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Results that are waited for by the id of what they answer, each with what has to be known of it. One that comes before anyone looks is kept,
 * and a failure is never an unhandled rejection.
 */
export class PendingResults<Info, Result> {
  readonly #pending = new Map<number, Pending<Info, Result>>();

  add(id: number, info: Info): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => this.#pending.set(id, { info, resolve, reject }));
    result.catch(() => undefined);
    return result;
  }

  get(id: number): Info | null {
    return this.#pending.get(id)?.info ?? null;
  }

  find(isSought: (info: Info) => boolean): Info | null {
    return [...this.#pending.values()].find(({ info }) => isSought(info))?.info ?? null;
  }

  /** Without effect where nobody waits, as in {@link reject}. */
  resolve(id: number, result: Result): void {
    this.#take(id)?.resolve(result);
  }

  reject(id: number, error: unknown): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: unknown, isMeant: (info: Info) => boolean = () => true): void {
    for (const [id, { info }] of [...this.#pending]) if (isMeant(info)) this.reject(id, error);
  }

  #take(id: number): Pending<Info, Result> | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
