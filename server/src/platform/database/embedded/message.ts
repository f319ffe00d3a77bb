// The messages between the program and its supervisor. They are validated on arrival.
import type { ServerSettings } from './server-setting.js';

/** The program's only message. The program stops the server by closing the channel. */
export type StartOrder = {
  readonly dataFolder: string;
  readonly ownerPid: number;
  readonly settings: ServerSettings;
  /** The socket folder of the previous start. Open pools reconnect to it. */
  readonly socketFolder?: string;
};

/** The supervisor's messages. */
export type Report =
  | { readonly kind: 'log'; readonly message: string }
  | { readonly kind: 'ready'; readonly socketFolder: string; readonly mode: string }
  | { readonly kind: 'failed'; readonly inUse: boolean; readonly message: string };

/** True if the received value is an order to start. */
export function isStartOrder(value: unknown): value is StartOrder {
  return (
    isRecord(value) &&
    typeof value.dataFolder === 'string' &&
    Number.isInteger(value.ownerPid) &&
    isRecord(value.settings) &&
    ['string', 'undefined'].includes(typeof value.socketFolder) &&
    Object.values(value.settings).every((setting) => typeof setting === 'string')
  );
}

/** True if the received value is a report. */
export function isReport(value: unknown): value is Report {
  if (!isRecord(value)) {
    return false;
  }
  switch (value.kind) {
    case 'log':
      return typeof value.message === 'string';
    case 'ready':
      return typeof value.socketFolder === 'string' && typeof value.mode === 'string';
    case 'failed':
      return typeof value.inUse === 'boolean' && typeof value.message === 'string';
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
