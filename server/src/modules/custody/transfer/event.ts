// Transfer events. They contain ids, and no personal data.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { TransferRow } from './record.js';

const transfer = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.holding-transfer.read',
  data: {
    name: Type.String({ description: 'The number of the transfer' }),
    type: Type.String({ description: 'Type, such as IN_FREE or WRITE_OFF' }),
    portfolioName: Type.String({ description: 'The code of the portfolio' }),
  },
});

/** The transfer events. */
export const transferEvents = eventKinds({
  'holding-transfer.created': transfer(
    'A transfer of units was entered and needs approval by another person',
  ),
  'holding-transfer.settled': transfer(
    'A second person approved a transfer, and its units have moved',
  ),
  'holding-transfer.rejected': transfer('A second person rejected a transfer'),
  'holding-transfer.cancelled': transfer('A pending transfer was cancelled'),
});

/** Returns the event for a change to a transfer. */
export function transferEvent(
  done: 'created' | 'settled' | 'rejected' | 'cancelled',
  row: TransferRow,
): DomainEvent {
  const data = { name: row.name, type: row.type, portfolioName: row.portfolio_name };
  return { type: `holding-transfer.${done}`, subjectId: row.id, officeId: row.office_id, data };
}
