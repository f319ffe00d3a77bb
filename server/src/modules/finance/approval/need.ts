// Determines which approvals a cash transaction needs: those required by the policy for its office,
// type, currency and amount or, without a policy, by the office's four-eyes threshold.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { selectClosing } from '../period/queries.js';
import type { TransactionType } from '../schema.js';
import { type FourEyesThreshold, isBelowThreshold } from './four-eyes.js';
import { type BandQuestion, type BandRow, selectBand } from './queries.js';

/**
 * The permission to approve. A user with this permission may approve their own small transactions
 * immediately.
 */
export const APPROVE_PERMISSION = 'finance.cash-transaction.approve';

/**
 * The inputs that determine which approvals are needed. The amount is in minor units of the
 * currency.
 */
export interface NeedQuestion {
  readonly officeId: bigint;
  readonly currency: string;
  readonly transType: TransactionType;
  readonly amountMinor: bigint;
  /** The fee plus the charge for early withdrawal, in minor units. */
  readonly chargesMinor: bigint;
  /** The value date, if one was requested. */
  readonly valueDate: BusinessDate | undefined;
  /** The threshold below which amounts need no second person. It applies only if no policy does. */
  readonly threshold: FourEyesThreshold;
  /**
   * True if a payment gateway has not confirmed the payment, so a second person must approve it.
   */
  readonly isUnconfirmed?: boolean;
}

export interface ApprovalNeed {
  /** The applicable policy, by name and version; undefined if the threshold applies. */
  readonly policy: { readonly name: string; readonly version: number } | undefined;
  /**
   * The number of people who must approve a transaction that is not approved immediately; at least
   * one.
   */
  readonly approvals: number;
  /** An approver must have one of these roles; if empty, the permission suffices. */
  readonly roles: readonly string[];
  /** True if the caller's own permission to approve suffices. */
  readonly atOnce: boolean;
}

/**
 * Returns which approvals the caller's transaction needs. Two kinds of transactions always need a
 * second person: those with a value date in a closed period, because they change reported amounts,
 * and payments that the gateway has not confirmed.
 */
export async function approvalNeedOf(
  work: Work,
  question: NeedQuestion,
  known?: KnownBand,
): Promise<ApprovalNeed> {
  const need = await needByAmount(work, question, known);
  if (question.isUnconfirmed === true) return { ...need, atOnce: false };
  if (!need.atOnce || question.valueDate === undefined) return need;
  const { soft } = await selectClosing(work.tx);
  return { ...need, atOnce: soft === null || question.valueDate > soft };
}

/** A transaction's band, if it was already read; undefined if no policy applies. */
interface KnownBand {
  readonly band: BandRow | undefined;
}

/** Returns the attributes of a transaction that select its policy and band. */
export function bandQuestionOf(question: NeedQuestion): BandQuestion {
  return { ...question, amountMinor: movedMinor(question) };
}

async function needByAmount(
  work: Work,
  question: NeedQuestion,
  known: KnownBand | undefined,
): Promise<ApprovalNeed> {
  const mayApprove = work.principal.permissions.has(APPROVE_PERMISSION);
  const amount = { minor: movedMinor(question), currency: question.currency };
  const band = known ? known.band : await selectBand(work.tx, bandQuestionOf(question));
  if (band !== undefined) return needOf(band, mayApprove);
  const atOnce = mayApprove && (await isBelowThreshold(work.tx, amount, question.threshold));
  return { policy: undefined, approvals: 1, roles: [], atOnce };
}

// Charges also use up the customer's money, so a small amount with a large charge is not treated as
// small. A receipt's charges are deducted from it, so they are not added.
function movedMinor({ transType, amountMinor, chargesMinor }: NeedQuestion): bigint {
  return transType === 'RECEIPT' ? amountMinor : amountMinor + chargesMinor;
}

function needOf(band: BandRow, mayApprove: boolean): ApprovalNeed {
  return {
    policy: { name: band.name, version: band.version_no },
    approvals: Math.max(1, band.approvals),
    roles: band.roles,
    atOnce: mayApprove && band.approvals === 0,
  };
}
