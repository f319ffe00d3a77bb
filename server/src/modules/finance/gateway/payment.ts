// Checks the gateway of a cash transaction: which gateway it names, whether the gateway has
// confirmed the payment, and whether the reference is new.

import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../problems.js';
import { type GatewayRow, lockReference, selectGateway } from './queries.js';

/** The cash transaction members that concern its payment gateway. */
interface GatewayPayment {
  readonly paymentGatewayId?: bigint | undefined;
  readonly transactionProcessor?: string | undefined;
  readonly transProcessorResponse?: string | undefined;
  readonly reference?: string | undefined;
}

/** Returns whether a request names a gateway. */
export function namesGateway(payment: GatewayPayment): boolean {
  return (payment.paymentGatewayId ?? payment.transactionProcessor) !== undefined;
}

/**
 * Returns the gateway that a request names; undefined if it names none. Refuses an unknown or
 * inactive gateway, an id and a code that refer to different gateways, and a request without a
 * reference.
 */
export async function gatewayOf(
  { tx }: Work,
  payment: GatewayPayment,
): Promise<GatewayRow | undefined> {
  const { paymentGatewayId: id, transactionProcessor } = payment;
  if (!namesGateway(payment)) return undefined;
  const name = transactionProcessor?.trim().toUpperCase();
  const gateway = await selectGateway(tx, { id, name });
  if (gateway?.active !== true) {
    const member = id === undefined ? 'transactionProcessor' : 'paymentGatewayId';
    const detail = 'does not match any active payment gateway';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
  }
  if (name !== undefined && name !== gateway.name) {
    const detail = 'does not match paymentGatewayId';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'transactionProcessor', detail);
  }
  if (payment.reference === undefined) {
    const detail = 'is required for a payment through a gateway';
    throw refuseMember(commonProblems.INVALID_REQUEST, 'reference', detail);
  }
  return gateway;
}

/** Returns whether the gateway has not confirmed the payment, so that a person must check it. */
export function isUnconfirmed(
  gateway: GatewayRow | undefined,
  { transProcessorResponse: response }: GatewayPayment,
): boolean {
  if (gateway === undefined) return false;
  return response === undefined || !gateway.success_codes.includes(response);
}

/**
 * Refuses with PAYMENT_REFERENCE_TAKEN if a transaction with this gateway and reference exists, in
 * any state, so that a notification received twice credits the customer once. The problem's
 * arguments are the transaction's state and, if the caller can see its office, its id.
 */
export async function refuseTakenReference(
  work: Work,
  gateway: GatewayRow | undefined,
  { reference }: GatewayPayment,
): Promise<void> {
  if (gateway === undefined || reference === undefined) return;
  const first = await lockReference(work.tx, gateway.id, reference);
  if (first === undefined) return;
  const isVisible = seesOffice(work.principal, first.office_id);
  const kind = financeProblems.PAYMENT_REFERENCE_TAKEN;
  const detail = `the reference belongs to another cash transaction, which is ${first.state}`;
  throw refusal(kind, {
    detail,
    args: [first.state, ...(isVisible ? [String(first.id)] : [])],
    errors: [{ pointer: '/reference', code: kind.code, detail }],
  });
}
