// Tax withheld from two kinds of receipts: income from a corporate action that is entered by hand,
// and commission paid to an agent.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import {
  commonProblems,
  type Problem,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { selectAgent } from '../../party/index.js';
import type { FinancePorts } from '../port.js';
import { financeProblems } from '../problems.js';
import type { CashTransactionRequest } from './draft-request.js';

/** The default tax class for income from a corporate action. */
const USUAL_CLASS = 'DIVIDEND';

/** The tax on a receipt, in minor units, with the inputs that determined it. */
export interface Withholding {
  /** The agent being paid. */
  readonly agentName: string | null;
  readonly taxClass: string | null;
  readonly withheldBy: 'FIRM' | 'ISSUER' | null;
  readonly minor: bigint;
}

const NONE: Withholding = { agentName: null, taxClass: null, withheldBy: null, minor: 0n };

/** A request's amounts in minor units, and its date. */
interface TaxedReceipt {
  readonly cash: { readonly customer_id: bigint; readonly currency: string };
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** The booking date; undefined for the business date. */
  readonly dated: { readonly date: BusinessDate | undefined };
  readonly ports: FinancePorts;
}

/**
 * Returns the tax to withhold on the booking date. Refuses with 400 if a member applies neither to
 * income from a corporate action nor to an agent's payment, with 422 if the agent or tax class is
 * unknown, and with PROCESSING_FEE_REFUSED if fee and tax exceed the amount.
 */
export async function withholdingOf(
  work: Work,
  body: CashTransactionRequest,
  on: TaxedReceipt,
): Promise<Withholding> {
  const known = await taxedAs(work, body);
  const { taxClass, withheldBy } = known;
  if (taxClass === null) return known;
  const { cash, amountMinor, ports } = on;
  const tax = await ports.taxOnIncome(work.tx, {
    customerId: cash.customer_id,
    taxClass,
    date: on.dated.date ?? (await currentBusinessDate(work.tx)),
    gross: { minor: amountMinor, currency: cash.currency },
  });
  if (tax === undefined) throw unknownClass(known);
  if (withheldBy === 'ISSUER') return known;
  if (tax.minor + on.feeMinor > amountMinor) {
    const detail = 'the fee and the tax exceed the received amount';
    throw refuseMember(financeProblems.PROCESSING_FEE_REFUSED, 'processingFees', detail);
  }
  return { ...known, minor: tax.minor };
}

function unknownClass({ agentName, taxClass }: Withholding): Problem {
  if (agentName === null) {
    return refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'taxClass',
      'does not match any tax rule',
    );
  }
  const detail = `has the tax class ${taxClass}, which no withholding tax rule has`;
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', detail);
}

async function taxedAs(work: Work, body: CashTransactionRequest): Promise<Withholding> {
  const { corpAction, taxClass, taxWithheldBy, agentName: named } = body;
  if (named !== undefined) return paidAgent(work, body, named);
  if (corpAction === true) {
    const given = taxClass?.trim().toUpperCase() || USUAL_CLASS;
    return { ...NONE, taxClass: given, withheldBy: taxWithheldBy ?? 'FIRM' };
  }
  for (const member of ['taxClass', 'taxWithheldBy'] as const) {
    if (body[member] === undefined) continue;
    throw invalid(member, 'is only for a receipt with corpAction');
  }
  return NONE;
}

// An agent that is no longer active is still owed the commission it has earned.
async function paidAgent(
  work: Work,
  body: CashTransactionRequest,
  named: string,
): Promise<Withholding> {
  if (body.transType !== 'RECEIPT') {
    const detail = `must be absent for a ${body.transType}: commission must be a RECEIPT`;
    throw refuseMember(financeProblems.TRANSACTION_TYPE_UNSUPPORTED, 'agentName', detail);
  }
  const { corpAction, taxClass, taxWithheldBy, paymentGatewayId, transactionProcessor } = body;
  const others = { taxClass, taxWithheldBy, paymentGatewayId, transactionProcessor };
  for (const [member, value] of Object.entries({
    ...others,
    corpAction: corpAction || undefined,
  })) {
    if (value !== undefined) throw invalid(member, 'cannot be combined with agentName');
  }
  const agent = await selectAgent(work.tx, { name: named.trim().toUpperCase() });
  if (agent === undefined) {
    const detail = 'does not match any agent';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', detail);
  }
  const { name: agentName, tax_class: ofAgent } = agent;
  const withheldBy = ofAgent === null ? null : 'FIRM';
  return { agentName, taxClass: ofAgent?.toUpperCase() ?? null, withheldBy, minor: 0n };
}

function invalid(member: string, detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, member, detail);
}
