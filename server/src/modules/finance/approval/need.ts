// How many persons must approve a cash transaction, and who may: by the approval policy of its
// office, type, currency and amount, or by the four-eyes threshold of the office.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { selectClosing } from '../period/queries.js';
import type { TransactionType } from '../schema.js';
import { type FourEyesThreshold, isBelowThreshold } from './four-eyes.js';
import { type BandQuestion, type BandRow, selectBand } from './queries.js';

/** The permission that lets its holder check, and so approve his own small transactions at once. */
export const APPROVE_PERMISSION = 'finance.cash-transaction.approve';

/** What the need is judged by. The amount is in minor units of the currency. */
export interface NeedQuestion {
  readonly officeId: bigint;
  readonly currency: string;
  readonly transType: TransactionType;
  readonly amountMinor: bigint;
  /** Fee and early withdrawal. */
  readonly chargesMinor: bigint;
  /** When it counts, where the record says so. */
  readonly valueDate: BusinessDate | undefined;
  /** Amounts below it need no second person where no policy counts. */
  readonly threshold: FourEyesThreshold;
}

export interface ApprovalNeed {
  /** The policy that counts, by name and version; undefined where the threshold does. */
  readonly policy: { readonly name: string; readonly version: number } | undefined;
  /** How many must approve when it is not approved at once; at least one. */
  readonly approvals: number;
  /** The roles of which an approver holds one; none: the permission is enough. */
  readonly roles: readonly string[];
  /** True when the caller's own right to approve is enough. */
  readonly atOnce: boolean;
}

/**
 * What a transaction of the caller needs now. What counts from a day in a closed period changes
 * what was told of it, so nobody does that alone.
 */
export async function approvalNeedOf(
  work: Work,
  asked: NeedQuestion,
  known?: KnownBand,
): Promise<ApprovalNeed> {
  const need = await needByAmount(work, asked, known);
  if (!need.atOnce || asked.valueDate === undefined) return need;
  const { soft } = await selectClosing(work.tx);
  return { ...need, atOnce: soft === null || asked.valueDate > soft };
}

/** The band of a transaction that was read already; undefined where no policy counts. */
interface KnownBand {
  readonly band: BandRow | undefined;
}

/** What a need asks the policies. */
export function bandQuestionOf(asked: NeedQuestion): BandQuestion {
  return { ...asked, amountMinor: movedMinor(asked) };
}

async function needByAmount(
  work: Work,
  asked: NeedQuestion,
  known: KnownBand | undefined,
): Promise<ApprovalNeed> {
  const mayApprove = work.principal.permissions.has(APPROVE_PERMISSION);
  const amount = { minor: movedMinor(asked), currency: asked.currency };
  const band = known ? known.band : await selectBand(work.tx, bandQuestionOf(asked));
  if (band !== undefined) return needOf(band, mayApprove);
  const atOnce = mayApprove && (await isBelowThreshold(work.tx, amount, asked.threshold));
  return { policy: undefined, approvals: 1, roles: [], atOnce };
}

// A charge takes a customer's money, too: a large one is not made alone with a small amount. What
// comes in bears its charges, and is no more for them.
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
