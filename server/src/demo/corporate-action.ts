// Demonstration corporate actions: a paid dividend, a future dividend, a bonus issue that still
// needs a meeting's approval, and federal bonds with coupons.

import { completeEvent, recordCorporateAction } from '../modules/custody/index.js';
import { calendarOf, requireExchange } from '../modules/market/index.js';
import { addBusinessDays } from '../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../platform/calendar/business-date.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import type { Context, Work } from '../platform/context.js';
import { Decimal } from '../platform/money/decimal.js';
import { deleteEventJobs, insertBondHoldings, selectUnpaidEvent } from './event-queries.js';
import type { DemoStep } from './step.js';

const PAID_DIVIDEND = 'DVCA-GEREGU-DEMO';

// Ex-dates and payment dates, in business days from the first start. The future ones are too far
// ahead to be reached in a short demonstration.
const PAID_DAYS = { ex: -15, payment: -5 };
const COMING_DAYS = { ex: 12, payment: 20 };
const BONUS_DAYS = { ex: 18, available: 25 };

/** Stores the events, and gives customers bonds. The end of day announces the bonds' coupons. */
export const corporateActionStep: DemoStep = { name: 'corporate-action', run: fillEvents };

async function fillEvents(work: Work): Promise<void> {
  await insertBondHoldings(work.tx);
  const { id: exchangeId } = await requireExchange(work.tx, 'NGX', 'exchange');
  const calendar = await calendarOf(work.tx, exchangeId);
  const today = await currentBusinessDate(work.tx);
  const dayAt = (days: number) => addBusinessDays(today, days, calendar);
  await recordDividend(work, {
    ...{ name: PAID_DIVIDEND, securityName: 'GEREGU', label: 'Final dividend Geregu Power' },
    ...{ exDate: dayAt(PAID_DAYS.ex), paymentDate: dayAt(PAID_DAYS.payment), perUnit: '8.50' },
  });
  // The event is completed right after the commit, so its jobs would have nothing to do.
  await deleteEventJobs(work.tx);
  await recordDividend(work, {
    ...{ name: 'DVCA-STANBIC-DEMO', securityName: 'STANBIC' },
    label: 'Interim dividend Stanbic IBTC Holdings',
    ...{ exDate: dayAt(COMING_DAYS.ex), paymentDate: dayAt(COMING_DAYS.payment), perUnit: '2.50' },
  });
  await recordCorporateAction(work, {
    name: 'BONU-NASCON-DEMO',
    body: {
      ...{ kind: 'BONU', securityName: 'NASCON', status: 'ANNOUNCED' },
      ...{ label: 'Bonus issue NASCON, 1 for 5', exDate: dayAt(BONUS_DAYS.ex) },
      ...{ announcementDate: today, source: 'Demonstration' },
      options: [
        {
          ...{ number: 1, type: 'SECU', isDefault: true, newUnits: 1n, oldUnits: 5n },
          availableDate: dayAt(BONUS_DAYS.available),
        },
      ],
    },
  });
}

interface Dividend {
  readonly name: string;
  readonly securityName: string;
  readonly label: string;
  readonly exDate: BusinessDate;
  readonly paymentDate: BusinessDate;
  readonly perUnit: string;
}

function recordDividend(work: Work, { name, perUnit, ...terms }: Dividend): Promise<void> {
  const cashPerUnit = new Decimal(perUnit);
  return recordCorporateAction(work, {
    name,
    body: {
      ...terms,
      ...{ kind: 'DVCA', status: 'CONFIRMED', withheldBy: 'ISSUER', source: 'Demonstration' },
      options: [{ number: 1, type: 'CASH', isDefault: true, cashPerUnit }],
    },
  });
}

/**
 * Computes the past dividend's entitlements and pays them, in separate transactions. A repeated
 * call resumes where an interrupted one stopped.
 */
export async function payPastDividend(context: Context): Promise<void> {
  const id = await selectUnpaidEvent(context.db, PAID_DIVIDEND);
  if (id !== undefined) await completeEvent(context, id);
}
