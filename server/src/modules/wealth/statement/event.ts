// Wealth statement events. They contain ids and dates, but no amounts.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { StatementRow } from './store-queries.js';

const statement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'wealth.statement.read',
  data: {
    name: Type.String({ description: 'The number of the statement' }),
    customerId: eventId('The customer'),
    from: Type.String({ format: 'date', description: 'The first date of the period' }),
    to: Type.String({ format: 'date', description: 'The last date of the period' }),
    currency: Type.String({ description: 'The currency of the statement' }),
    versionNo: Type.Integer({
      description: 'Version number; 1 for the first statement of the period',
    }),
  },
});

/** The statement events. */
export const statementEvents = eventKinds({
  'wealth-statement.issued': statement('A statement of wealth was issued and sealed'),
  'wealth-statement.outdated': statement('A later record changes the statement materially'),
  'wealth-statement.replaced': statement('A later version has replaced the statement'),
});

/** Returns the event for a change to a statement. */
export function statementEvent(
  done: 'issued' | 'outdated' | 'replaced',
  row: StatementRow,
): DomainEvent {
  return {
    type: `wealth-statement.${done}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: {
      name: row.name,
      customerId: row.customer_id,
      from: row.from_date,
      to: row.to_date,
      currency: row.currency,
      versionNo: row.version_no,
    },
  };
}
