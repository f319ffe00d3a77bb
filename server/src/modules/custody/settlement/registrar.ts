// The built-in registrar of the demonstration, which pays every event on its payment date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import { codeOf } from '../../../platform/ids.js';
import { systemWork } from '../../../platform/system-work.js';
import { lockEvent } from '../record/queries.js';
import { settlementEvent } from './event.js';
import { fundingState, gapOf } from './funding.js';
import { selectNeeds } from './funding-queries.js';
import { isPayable } from './paying.js';
import { postSettlement } from './posting.js';
import { decideSettlement, insertSettlement } from './queries.js';

/**
 * Receives the money that an event still lacks at each office. The system posts the settlements. A
 * second call finds no shortfall.
 */
export function receiveFromRegistrar(
  context: Context,
  id: bigint,
  date: BusinessDate,
): Promise<void> {
  return systemWork(context, `registrar ${date}`, async (work) => {
    const event = await lockEvent(work.tx, id);
    if (event === undefined || !isPayable({ event, date })) return;
    const needs = await selectNeeds(work.tx, [id]);
    const made = { by: work.principal.name, at: work.now };
    for (const need of needs.filter((part) => fundingState(part) === 'UNDERFUNDED')) {
      const number = await work.context.ids.next(work.tx, 'event_settlement_id');
      const { office_id, currency } = need;
      const settlement = {
        ...{ id: number, name: codeOf(number), corporate_action_id: id },
        ...{ office_id, bank_office_id: office_id, currency, direction: 'RECEIPT' as const },
        ...{ amount_minor: gapOf(need), value_date: date, reference: 'Built-in registrar' },
        ...{ creator_kind: work.principal.kind, creator_id: work.principal.id },
      };
      await insertSettlement(work.tx, settlement, made);
      const { journalId } = await postSettlement(work, settlement, { event, date });
      await decideSettlement(work.tx, { id: number, state: 'POSTED', journalId }, made);
      work.events.push(settlementEvent('posted', { ...settlement, event_name: event.name }));
    }
  });
}
