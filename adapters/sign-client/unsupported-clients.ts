/**
 * `core.echoClient` of the official clients: registers a device for push notifications. No effect: Latchkey has no push service. Register the
 * device with your own, by `core.crypto.getClientId()`.
 */
export const NO_ECHO_CLIENT = {
  context: 'echo',
  registerDeviceToken: (_params: { clientId: string; token: string; notificationType: string; enableEncrypted?: boolean }): Promise<void> =>
    Promise.resolve(),
} as const;

/** `core.eventClient` of the official clients: sends telemetry. No effect: there is no telemetry. */
export const NO_EVENT_CLIENT = {
  context: 'event-client',
  init: (): Promise<void> => Promise.resolve(),
  createEvent: (_params: object): undefined => undefined,
  getEvent: (_params: object): undefined => undefined,
  deleteEvent: (_params: object): void => undefined,
} as const;
