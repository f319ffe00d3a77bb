// The amounts owed between the firm and the custodians that settle trades themselves, per note and
// in total.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireCustodian } from '../../party/index.js';
import { type CustodianDueRow, countDues, selectDues, sumDues } from './due-queries.js';

/** The caller's filter; an absent member does not restrict the list. */
export interface DueRequest {
  readonly custodianName?: string | undefined;
  readonly ed?: BusinessDate | undefined;
}

/**
 * Lists the contract notes that the custodian has not settled yet, in the offices that the caller
 * can see.
 */
export async function listCustodianDues(
  call: Call,
  request: DueRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = await dueFilterOf(call, request);
  const { rows, nextAfter } = pageFrom(await selectDues(call.db, filter, page), page);
  return { count: await countDues(call.db, filter), result: rows.map(dueRecord), nextAfter };
}

/** Returns the sums of the open notes by custodian, office and currency. */
export async function sumCustodianDues(call: Call, request: DueRequest): Promise<object> {
  const rows = await sumDues(call.db, await dueFilterOf(call, request));
  return {
    result: rows.map(({ currency, ...row }) => ({
      custodianName: row.custodian_name,
      custodianLabel: row.custodian_label,
      businessOfficeName: row.office_name,
      currency,
      contractNotes: Number(row.notes),
      owedByCustodian: minorToDecimal(row.bought_minor, currency),
      owedToCustodian: minorToDecimal(row.sold_minor, currency),
      balance: minorToDecimal(row.bought_minor - row.sold_minor, currency),
      overdue: minorToDecimal(row.overdue_minor, currency),
    })),
  };
}

/** Returns the filter for a caller's query. Refuses an unknown custodian. */
export async function dueFilterOf(call: Call, { custodianName: custodian, ed: until }: DueRequest) {
  if (custodian !== undefined) await requireCustodian(call.db, custodian);
  return { offices: call.principal.offices, custodian, until };
}

function dueRecord(row: CustodianDueRow): object {
  const net = minorToDecimal(row.net_minor, row.currency);
  const none = minorToDecimal(0n, row.currency);
  return {
    id: row.id,
    active: true,
    name: row.name,
    label: row.label,
    custodianName: row.custodian_name,
    custodianLabel: row.custodian_label,
    businessOfficeName: row.office_name,
    orderId: row.order_id,
    orderName: row.order_name,
    customerName: row.customer_name,
    portfolioName: row.portfolio_name,
    securityName: row.security_name,
    orderType: row.side,
    quantity: String(row.quantity),
    currency: row.currency,
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    overdue: row.is_overdue,
    owedByCustodian: row.side === 'BUY' ? net : none,
    owedToCustodian: row.side === 'BUY' ? none : net,
    pendingSettlementName: row.pending ?? undefined,
  };
}
