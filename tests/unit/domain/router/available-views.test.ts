import { describe, expect, it } from 'vitest';
import { assertAvailableView, assertPlainView } from '../../../../domain/router/available-views.js';
import { type View, view } from '../../../../domain/router/views.js';

const PLAIN = ['Connect', 'Account', 'Networks', 'UnsupportedChain'];
const WITH_DATA = ['SwitchNetwork', 'ConnectingExternal', 'Downloads'];
const UNKNOWN = ['SmartSessionCreated', 'SmartSessionList', 'constructor', 'connect', '', undefined];
const INVALID = expect.objectContaining({
  code: 'config/invalid-option',
  context: { field: 'view', fix: expect.stringMatching(/^use one of Connect, /) },
});

describe('assertPlainView', () => {
  it.each(PLAIN)('accepts %s', (name) => {
    expect(() => assertPlainView(name)).not.toThrow();
  });

  it.each([...WITH_DATA, ...UNKNOWN])('rejects %s', (name) => {
    expect(() => assertPlainView(name)).toThrow(INVALID);
  });
});

describe('assertAvailableView', () => {
  it.each([...PLAIN, ...WITH_DATA])('accepts %s', (name) => {
    expect(() => assertAvailableView(name)).not.toThrow();
  });

  it.each(UNKNOWN)('rejects %s', (name) => {
    expect(() => assertAvailableView(name)).toThrow(INVALID);
  });
});

describe('View', () => {
  it('has no views of unreleased features', () => {
    // @ts-expect-error No feature contributes it.
    const built = view('SmartSessionCreated');
    // @ts-expect-error No feature contributes it.
    const written: View = { name: 'SmartSessionList', data: undefined };
    for (const { name } of [built, written]) expect(() => assertAvailableView(name)).toThrow(INVALID);
  });
});
