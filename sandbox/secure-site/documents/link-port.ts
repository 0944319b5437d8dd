import * as v from 'valibot';

/** Time for the other side to do a step, and for its user to decide. */
const STEP_MS = 60_000;
const USER_MS = 600_000;

/** A new device's keys, as it tells them to the one that adds it. */
const addedSchema = v.object({
  device: v.string(),
  origin: v.string(),
  frame: v.string(),
  deviceKey: v.string(),
  agreementKey: v.string(),
});

/** Steps by which a document with a wallet adds the device of another one, over the port between frame and window. */
const STEPS = {
  /** The session of the new device. */
  session: v.object({ token: v.string() }),
  /** The new device is begun. */
  device: addedSchema,
  /** The new device is registered. */
  added: v.object({}),
  /** The window asks for an approval on another device, and the frame sends the number, then the outcome. */
  ask: v.object({}),
  number: v.object({ number: v.string() }),
  approved: v.object({}),
  failed: v.object({ message: v.string() }),
} as const;

/** Steps that wait for a user: `added` for the passkey that confirms it. */
const USER_STEPS: ReadonlySet<string> = new Set(['session', 'added', 'ask', 'number', 'approved', 'failed']);

export type LinkStep = keyof typeof STEPS;
export type LinkStepValue<Step extends LinkStep> = v.InferOutput<(typeof STEPS)[Step]>;

/** A port between a frame and its window: steps, each with its value. */
export class LinkPort {
  readonly #port: MessagePort;
  readonly #received = new Map<string, unknown>();
  readonly #waiting = new Map<string, (value: unknown) => void>();

  constructor(port: MessagePort) {
    this.#port = port;
    port.addEventListener('message', ({ data }: MessageEvent<{ readonly step: string; readonly value: unknown }>) => {
      const waiting = this.#waiting.get(data.step);
      if (waiting === undefined) this.#received.set(data.step, data.value);
      else waiting(data.value);
    });
    port.start();
  }

  send<Step extends LinkStep>(step: Step, value: LinkStepValue<Step>): void {
    this.#port.postMessage({ step, value });
  }

  close(): void {
    this.#port.close();
  }

  /** The value of a step of the other side. @throws Error if it does not come in time, as when a window was closed */
  async receive<Step extends LinkStep>(step: Step): Promise<LinkStepValue<Step>> {
    const value = this.#received.has(step) ? this.#received.get(step) : await this.#next(step);
    // The table has this schema for this step.
    return v.parse(STEPS[step] as v.GenericSchema<unknown, LinkStepValue<Step>>, value);
  }

  #next(step: LinkStep): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          this.#waiting.delete(step);
          reject(new Error('The other window does not answer'));
        },
        USER_STEPS.has(step) ? USER_MS : STEP_MS,
      );
      this.#waiting.set(step, (value) => {
        clearTimeout(timer);
        this.#waiting.delete(step);
        resolve(value);
      });
    });
  }
}
