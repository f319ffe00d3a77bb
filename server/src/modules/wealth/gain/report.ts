// The gains of a customer or of a portfolio over a range of dates: disposals, open positions with
// their unrealised gain, and closed positions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import {
  type OwnerRow,
  selectCustomer,
  selectPortfolio,
  selectPortfolios,
} from '../valuation/queries.js';
import { within } from '../valuation/subject.js';
import { visible } from '../valuation/valuation.js';
import type { DisposalByMethod } from './disposal.js';
import { type GainOwner, inRange, loadGains } from './load.js';
import { closedPositions, openPositions } from './position.js';
import { closedRecord, disposalRecord, openRecord, type Shown, totalsRecord } from './record.js';
import { type GainRequest, gainRange, mainMethod } from './request.js';
import { gainTotals } from './total.js';

/** The owner of the gains, and the members that identify the owner. */
interface Reported {
  readonly owner: GainOwner;
  readonly named: object;
}

/** Returns a customer's gains, inside and outside portfolios. */
export function gainsOfCustomer(call: Call, id: bigint, request: GainRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) =>
    reportOf(tx, await customerOwner({ call, tx }, id), request),
  );
}

/** Returns a portfolio's gains. */
export function gainsOfPortfolio(call: Call, id: bigint, request: GainRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) =>
    reportOf(tx, await portfolioOwner({ call, tx }, id), request),
  );
}

/** A caller, and the transaction in which data is read for the caller. */
interface Reading {
  readonly call: Pick<Call, 'principal'>;
  readonly tx: Tx;
}

/** Finds a customer whom the caller can see. */
export async function customerOwner({ call, tx }: Reading, id: bigint): Promise<Reported> {
  const customer = visible(call, await selectCustomer(tx, id));
  const portfolios = within(await selectPortfolios(tx, id));
  return { owner: { customerId: id, portfolios, only: undefined }, named: namesOf(customer) };
}

/** Finds a portfolio that the caller can see. */
export async function portfolioOwner({ call, tx }: Reading, id: bigint): Promise<Reported> {
  const portfolio = visible(call, await selectPortfolio(tx, id));
  const { name: portfolioName, label: portfolioLabel, customer_id: customerId } = portfolio;
  const only = { id, name: portfolioName };
  return {
    owner: { customerId, portfolios: [only], only },
    named: { ...namesOf(portfolio), portfolioId: id, portfolioName, portfolioLabel },
  };
}

function namesOf(row: OwnerRow): object {
  return {
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
  };
}

async function reportOf(tx: Tx, { owner, named }: Reported, request: GainRequest): Promise<object> {
  const { method = 'AVERAGE', closed = true, netOfSaleCharges = false } = request;
  const today = await currentBusinessDate(tx);
  const range = gainRange(request, today);
  const gains = await loadGains(tx, owner, range);
  const disposals = listed(inRange(gains.disposals, range));
  const subject = { ...owner, date: range.to, isToday: range.to === today };
  const { holdings } = gains;
  const open = await openPositions(tx, subject, { holdings, withCharges: netOfSaleCharges });
  const shown: Shown = { method, date: range.to, portfolios: owner.portfolios };
  return {
    ...named,
    ...range,
    method,
    disposals: disposals.map((disposal) => disposalRecord(disposal, shown)),
    totals: totalsRecord(gainTotals(disposals, mainMethod(method)), method),
    open: open.map((position) => openRecord(position, shown)),
    ...(closed ? { closed: closedPositions(gains, range).map(closedRecord) } : {}),
  };
}

function listed(disposals: DisposalByMethod[]): DisposalByMethod[] {
  if (disposals.length <= WEALTH.disposalsMax) return disposals;
  throw refusal(wealthProblems.GAINS_TOO_LARGE, {
    detail:
      `There are more than ${WEALTH.disposalsMax} disposals between the dates. Choose a ` +
      'shorter range.',
    args: [String(WEALTH.disposalsMax)],
  });
}

/** Returns the disposals of a range for a file, which may contain any number of them. */
export async function disposalsFor(
  tx: Tx,
  { owner }: Pick<Reported, 'owner'>,
  request: GainRequest,
): Promise<{ readonly disposals: readonly DisposalByMethod[]; readonly until: BusinessDate }> {
  const range = gainRange(request, await currentBusinessDate(tx));
  const { disposals } = await loadGains(tx, owner, range);
  return { disposals: inRange(disposals, range), until: range.to };
}
