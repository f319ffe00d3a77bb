// Computes the possible entitlements of holders under the terms of a stored event or under proposed
// terms.

import type { Call } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, startOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type CorporateActionRow, type EventOptionRow, selectOptions } from '../record/queries.js';
import { entitlesHolders } from '../rule/effect.js';
import type { EntitlingTerms } from './amount-queries.js';
import {
  countEligible,
  type PreviewPage,
  type PreviewTotal,
  previewRows,
  previewTotals,
} from './preview-queries.js';
import { entitlementAmounts } from './record.js';
import { selectEvent, selectSecurityBefore } from './security-queries.js';
import { type EventTerms, entitlingTerms } from './terms.js';

/** Terms of an event, stored or proposed, with the names to show. */
interface PreviewedTerms {
  readonly event: EventTerms &
    Pick<CorporateActionRow, 'name'> &
    Partial<Pick<CorporateActionRow, 'tax_class'>>;
  readonly options: readonly Omit<EventOptionRow, 'corporate_action_id'>[];
  readonly securityName: string;
}

/**
 * One page of the entitlements that the terms would create, by portfolio, and the sums for all
 * portfolios.
 */
interface Preview {
  readonly count: bigint;
  readonly entitlements: readonly object[];
  readonly totals: readonly object[];
}

/** Computes the entitlements of the current holders of an event's security under given terms. */
export async function previewEntitlements(
  on: Database | Tx,
  previewed: PreviewedTerms,
  page: PreviewPage,
): Promise<Preview> {
  if (!entitlesHolders(previewed.event.kind)) return { count: 0n, entitlements: [], totals: [] };
  const terms = await entitlingTerms(on, previewed.event, previewed.options);
  const totals = await previewTotals(on, terms, page.offices);
  return { ...(await previewPage(on, { ...previewed, terms }, page)), totals: totals.map(total) };
}

/**
 * Lists the entitlements that an event would create now, by portfolio. Refuses with
 * DOCUMENT_NOT_FOUND.
 */
export async function previewEvent(
  call: Call,
  id: bigint,
  page: PageRequest,
): Promise<Page<object>> {
  const event = await selectEvent(call.db, id);
  if (event === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no corporate action with this id.',
    });
  }
  if (!entitlesHolders(event.kind)) return { count: 0, result: [], nextAfter: undefined };
  const terms = await entitlingTerms(call.db, event, await selectOptions(call.db, [id]));
  const start = startOf(page);
  const { name } = await selectSecurityBefore(call.db, event.security_id, event.ex_date);
  const shown = { event, terms, securityName: name };
  const { count, entitlements } = await previewPage(call.db, shown, {
    offices: call.principal.offices,
    limit: page.limit,
    offset: start,
  });
  const end = start + page.limit;
  return { count, result: entitlements, nextAfter: BigInt(end) < count ? BigInt(end) : undefined };
}

async function previewPage(
  on: Database | Tx,
  shown: Pick<PreviewedTerms, 'event' | 'securityName'> & { readonly terms: EntitlingTerms },
  page: PreviewPage,
): Promise<{ readonly count: bigint; readonly entitlements: readonly object[] }> {
  const { event, terms, securityName } = shown;
  const names = {
    event_name: event.name,
    kind: event.kind,
    ex_date: event.ex_date,
    payment_date: event.payment_date,
    security_name: securityName,
  };
  const rows = await previewRows(on, terms, page);
  return {
    count: await countEligible(on, terms, page.offices),
    entitlements: rows.map((row) => entitlementAmounts({ ...row, ...names })),
  };
}

function total(row: PreviewTotal): object {
  const money = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    optionNumber: row.option_number,
    currency: row.currency,
    portfolios: row.portfolios,
    eligibleQuantity: String(row.eligible_quantity),
    gross: money(row.gross_minor),
    tax: money(row.tax_minor),
    withheld: money(row.withheld_minor),
    net: money(row.net_minor),
    newUnits: String(row.new_units),
    cashInLieu: money(row.cash_in_lieu_minor),
  };
}
