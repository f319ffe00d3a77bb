// Changes a pending fund order: its quantity, label, description and income option.

import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { isCodeOf } from '../../../platform/reference-data/code.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import {
  draftFundTransaction,
  type FundTransactionRequest,
  ignoredWarnings,
  labelOf,
} from './draft.js';
import { moveHeldUnits } from './holding-queries.js';
import { FUND } from './limits.js';
import { type QuantityRequest, statesQuantity } from './quantity.js';
import type { FundRow } from './queries.js';
import { holdCash, lockOrder, refuseUnlessPending, releaseUnits, written } from './transaction.js';
import {
  type FundTransactionEditor,
  type FundTransactionRow,
  type FundTransactionTerms,
  storeFundTransactionTerms,
} from './transaction-queries.js';

/**
 * Changes the given members of a PENDING order. First releases the order's hold, and then checks
 * the new terms like those of a new order. Refuses, in this order, with DOCUMENT_NOT_FOUND,
 * PRECONDITION_FAILED, FUND_TRANSACTION_WRONG_STATE, REFERENCE_MISMATCH if the kind of order, fund,
 * customer or portfolio would change, and for the same reasons as a new order.
 */
export async function updateFundTransaction(
  work: Work,
  body: FundTransactionRequest & { readonly id: bigint },
  ports: AssetPorts,
): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, body.id);
  refuseUnlessPending(row);
  refuseOther(row, fund, body);
  const editors = editorsWith(work, row);
  await releaseUnits(work, row);
  const draft = await draftFundTransaction(work, changedRequest(row, fund, body), {
    transType: row.trans_type,
    ports,
    fixedPortfolio: row.portfolio_name,
  });
  const { holding, terms } = draft;
  if (holding !== undefined && terms.held_units.greaterThan(0)) {
    await moveHeldUnits(work.tx, holding.id, terms.held_units);
  }
  if (row.held_minor > 0n || terms.held_minor > 0n) {
    await holdCash(work, draft, { ...terms, id: row.id });
  }
  await storeFundTransactionTerms(work.tx, stampOf(work, row.id), { ...terms, editors });
  const data = amountsOf(row, terms);
  const { row: changed, reply } = await written(work, row.id, { done: 'updated', ports, data });
  return {
    ...reply,
    extra: {
      cashAccountId: changed.cash_account_id,
      cashAccountName: changed.cash_account_name,
      ...warned(ignoredWarnings(body, { ...draft, orderDate: row.order_date })),
    },
  };
}

// Clients send the whole record back, so a member that equals the stored value is not a change.
function refuseOther(row: FundTransactionRow, fund: FundRow, body: FundTransactionRequest): void {
  const { fundName } = body;
  const isSameFund = fundName === undefined || isCodeOf(fund, fundName);
  const pairs = [
    ['transType', body.transType, row.trans_type],
    ['fundId', body.fundId || undefined, row.fund_id],
    ['fundName', isSameFund ? undefined : fundName, row.fund_name],
    ['customerId', body.customerId || undefined, row.customer_id],
    ['customerName', body.customerName, row.customer_name],
    ['portfolioId', body.portfolioId ? codeOf(body.portfolioId) : undefined, row.portfolio_name],
    ['portfolioName', body.portfolioName, row.portfolio_name],
  ] as const;
  for (const [member, sent, stored] of pairs) {
    if (sent === undefined || sent === stored) continue;
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      member,
      `cannot be changed: it is ${stored || 'absent'}; delete the order and submit another one`,
    );
  }
}

/** Returns the request for a new order with the changed terms. */
function changedRequest(
  row: FundTransactionRow,
  fund: FundRow,
  body: FundTransactionRequest,
): FundTransactionRequest {
  return {
    ...quantityAfter(row, body),
    transType: row.trans_type,
    fundId: row.fund_id,
    customerId: row.customer_id,
    currency: body.currency,
    cashAccountId: body.cashAccountId || row.cash_account_id,
    incomeOption: body.incomeOption ?? row.income_option ?? undefined,
    transactionDate: body.transactionDate ?? row.transaction_at ?? undefined,
    description: body.description ?? row.description ?? undefined,
    label: labelAfter(row, fund, body),
  };
}

// A generated label contains the quantity, so it must be generated again.
function labelAfter(
  row: FundTransactionRow,
  fund: FundRow,
  { label }: FundTransactionRequest,
): string | undefined {
  if (label !== undefined && label !== row.label) return label;
  return row.label === labelOf(row, fund) ? undefined : row.label;
}

/**
 * Returns the changed quantity, or the stored one if it did not change. If the request contains
 * `orderBase`, only the quantity that `orderBase` selects is considered.
 */
function quantityAfter(row: FundTransactionRow, body: FundTransactionRequest): QuantityRequest {
  const stored = storedQuantity(row);
  const { orderBase } = body;
  const amount = changedPair(body, ['amount', 'transAmount'], stored.amount);
  const units = changedPair(body, ['units', 'transUnits'], stored.units);
  const allUnits = body.allUnits === true && stored.allUnits !== true;
  switch (orderBase) {
    case 'VALUE':
      return {
        ...(statesQuantity(amount) ? amount : { amount: stored.amount }),
        orderBase,
        allUnits,
      };
    case 'QUANTITY':
      return statesQuantity(units) || allUnits
        ? { ...units, orderBase, allUnits }
        : { ...stored, amount: undefined, orderBase };
    default: {
      const changed = { ...amount, ...units, allUnits };
      return statesQuantity(changed) ? changed : stored;
    }
  }
}

function storedQuantity(row: FundTransactionRow): QuantityRequest {
  if (row.basis === 'ALL') return { allUnits: true };
  if (row.amount_minor !== null) return { amount: minorToDecimal(row.amount_minor, row.currency) };
  return { units: row.units ?? undefined };
}

// A client that sends the record back includes the stored quantity under one or both names.
function changedPair(
  body: QuantityRequest,
  members: readonly ('amount' | 'transAmount' | 'units' | 'transUnits')[],
  stored: Decimal | undefined,
): QuantityRequest {
  const changed = members.filter((member) => {
    const value = body[member];
    return value !== undefined && !value.isZero() && !(stored?.equals(value) ?? false);
  });
  return Object.fromEntries(changed.map((member) => [member, body[member]]));
}

/** Returns the order's editors, including the caller unless the caller is its maker. */
function editorsWith(
  { principal }: Work,
  row: FundTransactionRow,
): readonly FundTransactionEditor[] {
  const { kind, id } = principal;
  if (kind === row.creator_kind && id === row.creator_id) return row.editors;
  if (row.editors.some((editor) => editor.kind === kind && editor.id === String(id))) {
    return row.editors;
  }
  if (row.editors.length < FUND.editorsMax) return [...row.editors, { kind, id: String(id) }];
  throw refusal(assetProblems.FUND_TRANSACTION_WRONG_STATE, {
    detail:
      `The order is ${row.status} and ${FUND.editorsMax} people have changed it. ` +
      'Delete it and submit another one.',
    args: [row.status],
  });
}

function amountsOf(row: FundTransactionRow, terms: Pick<FundTransactionTerms, SizeColumn>) {
  const amount = (minor: bigint | null) =>
    minor === null ? undefined : minorToDecimal(minor, row.currency);
  return {
    amountBefore: amount(row.amount_minor),
    unitsBefore: row.units ?? undefined,
    amount: amount(terms.amount_minor),
    units: terms.units ?? undefined,
  };
}

type SizeColumn = 'amount_minor' | 'units';
