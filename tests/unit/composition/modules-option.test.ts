import { describe, expect, it } from 'vitest';
import { createLatchkey, type LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';

// A page without types may pass anything.
const create = (options: unknown) => createLatchkey(options as LatchkeyOptions);

describe('createLatchkey, called without types', () => {
  it.each([undefined, null, 7, 'options', []])('names what is missing when it is given %j', (options) => {
    expect(() => create(options)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: 'networks' }) }),
    );
  });

  it.each([
    [eip155, 'modules'],
    [[eip155], 'modules[0]'],
    [[eip155(), null], 'modules[1]'],
  ])('names a module that is none', (modules, field) => {
    expect(() => create({ networks: [mainnet], modules })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field }) }),
    );
  });
});
