import { describe, expect, it } from 'vitest';
import { FaultQueue } from '../../../../sandbox/process/fault-queue.js';
import { faultApplies, type RelayFault } from '../../../../sandbox/relay/relay-fault.js';
import { TrafficLog, withoutEnvelopes } from '../../../../sandbox/relay/traffic-log.js';

describe('relay faults', () => {
  it('apply to matching calls, the given number of times and in order', () => {
    const faults = new FaultQueue<RelayFault>();
    const take = (method: string, tag: number | null) => faults.take((fault) => faultApplies(fault, method, tag));
    const twice: RelayFault = { method: 'irn_publish', mode: 'drop', times: 2 };
    const responses: RelayFault = { method: 'irn_publish', mode: 'delay', delayMs: 10, tag: 1109 };
    const anything: RelayFault = { method: '*', mode: 'error', error: { code: -32000, message: 'Busy' } };
    for (const fault of [twice, responses, anything]) faults.add(fault, fault.times ?? 1);
    expect(take('irn_subscription', 1109)).toBeNull();
    expect(take('irn_publish', 1108)).toBe(twice);
    expect(take('irn_publish', 1109)).toBe(twice);
    expect(take('irn_publish', 1109)).toBe(responses);
    expect(take('irn_subscribe', null)).toBe(anything);
    expect(take('irn_subscribe', null)).toBeNull();
    faults.add(twice, 2);
    faults.clear();
    expect(take('irn_publish', 1108)).toBeNull();
  });
});

describe('relay traffic log', () => {
  it('replaces envelopes by their length', () => {
    const params = { topic: 'aa', sessionProposal: 'secret', messages: [{ message: 'secret!', ttl: 300 }], message: { nested: 'kept' } };
    expect(withoutEnvelopes(params)).toEqual({
      topic: 'aa',
      sessionProposal: { length: 6 },
      messages: [{ message: { length: 7 }, ttl: 300 }],
      message: { nested: 'kept' },
    });
  });

  it('drops old entries', () => {
    const log = new TrafficLog();
    for (let atMs = 0; atMs < 5_001; atMs += 1) log.note({ atMs, kind: 'call' });
    expect([log.entries.length, log.entries[0]?.atMs]).toEqual([5_000, 1]);
    log.clear();
    expect(log.entries).toEqual([]);
  });
});
