import type { Outpoint } from './esplora-responses.js';

/** One spent input proves a replacement; most transactions have few inputs. */
const MAX_TRACED_INPUTS = 20;

/** Serializes the spent outputs, so that another page load can detect a replacement. */
export const writeTrace = (inputs: readonly Outpoint[]): string =>
  inputs
    .slice(0, MAX_TRACED_INPUTS)
    .map(({ txid, vout }) => `${txid}:${vout}`)
    .join();

/** Parses a trace written by {@link writeTrace}; `null` if it is malformed. */
export const readTrace = (trace: string): readonly Outpoint[] | null => {
  const inputs = trace.split(',').map((text) => {
    const [, txid, vout] = /^([0-9a-f]{64}):(\d{1,10})$/.exec(text) ?? [];
    return txid === undefined ? null : { txid, vout: Number(vout) };
  });
  return inputs.every((input) => input !== null) ? inputs : null;
};

/** Tests whether two traces have a common input, which only one transaction can spend. */
export const areExclusive = (trace: string, other: string): boolean => {
  const [a, b] = [readTrace(trace) ?? [], readTrace(other) ?? []];
  return a.some(({ txid, vout }) => b.some((each) => each.txid === txid && each.vout === vout));
};
