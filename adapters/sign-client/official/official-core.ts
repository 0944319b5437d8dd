import { Core } from '@walletconnect/core';

/** Creates and starts a core of the official package, without telemetry. @param options those of `Core` in `@walletconnect/core` */
export const startOfficialCore = async (options: object): Promise<object> => {
  const core = new Core({ ...options, telemetryEnabled: false });
  await core.start();
  return core;
};
