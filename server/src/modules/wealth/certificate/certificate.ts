// Withholding tax certificates. A certificate is recorded for deductions that add up to its amount,
// and can be undone.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import {
  commonProblems,
  refusal,
  refuseMember,
  type Violation,
} from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { changed, isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { TAX } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { sumOf } from '../tax/amount.js';
import { type DeductionRow, selectDeductions } from '../withholding/queries.js';
import { certificateEvent } from './event.js';
import {
  type CertificateRow,
  type CertifiedCustomer,
  insertCertificate,
  insertDeductions,
  lockCertificate,
  lockCustomer,
  selectCertificate,
  selectNumber,
  undoCertificateRow,
} from './queries.js';
import { certificateRecord } from './record.js';

/** A receipt from the tax office. */
export interface CertificateDraft {
  readonly customerId?: bigint | undefined;
  readonly customerName?: string | undefined;
  readonly number: string;
  readonly certificateDate: BusinessDate;
  readonly periodFrom: BusinessDate;
  readonly periodUntil: BusinessDate;
  readonly amount: Decimal;
  readonly currency?: string | undefined;
  /** The tax class of the deductions, if the certificate does not list them. */
  readonly taxClass?: string | undefined;
  /**
   * The names of the deductions. Defaults to all deductions of the period that have no certificate.
   */
  readonly deductions?: readonly string[] | undefined;
}

const { CERTIFICATE_DIFFERS, CERTIFICATE_EXISTS } = wealthProblems;
const { INVALID_REQUEST, REFERENCE_MISMATCH, TOO_MANY_DECIMALS, UNKNOWN_REFERENCE } =
  commonProblems;

/** Records a certificate. */
export async function createCertificate(work: Work, draft: CertificateDraft): Promise<Outcome> {
  const id = await recordCertificate(work, draft);
  const outcome = await outcomeOf(work, id, 'recorded');
  return { ...outcome, created: true, location: `wealth/withholding-certificate/id/${id}` };
}

/** Records a certificate and returns its id. If it is refused, nothing is written. */
export async function recordCertificate(work: Work, draft: CertificateDraft): Promise<bigint> {
  const { tx } = work;
  const customer = await customerOf(work, draft);
  await refuseDates(work, draft);
  const currency = draft.currency?.toUpperCase() ?? customer.currency;
  const taxMinor = parseMinor(draft.amount, currency);
  if (taxMinor === undefined) {
    throw refuseMember(
      TOO_MANY_DECIMALS,
      'amount',
      `is not an amount, or has more decimals than ${currency} allows`,
    );
  }
  const number = draft.number.trim();
  if ((await selectNumber(tx, number)) !== undefined) throw numberExists(number);
  const deductions = await deductionsOf(work, draft, { customer, currency });
  refuseCertified(deductions);
  refuseOtherSum(deductions, { minor: taxMinor, currency });
  const id = await work.context.ids.next(tx, 'withholding_certificate_id');
  const by = work.principal.name;
  const isStored = await insertCertificate(tx, {
    ...{ id, name: codeOf(id), number, office_id: customer.office_id, customer_id: customer.id },
    certificate_date: draft.certificateDate,
    ...{ period_from: draft.periodFrom, period_until: draft.periodUntil, currency },
    ...{ tax_minor: taxMinor, state: 'RECORDED', undo_reason: null, version: 1n },
    ...{ created_by: by, created_at: work.now, modified_by: by, modified_at: work.now },
  });
  // Another transaction may have recorded the number since the check.
  if (!isStored) throw numberExists(number);
  await insertDeductions(tx, id, deductions);
  return id;
}

async function customerOf(work: Work, draft: CertificateDraft): Promise<CertifiedCustomer> {
  const { customerId, customerName } = draft;
  if ((customerId === undefined) === (customerName === undefined)) {
    throw refuseMember(INVALID_REQUEST, 'customerName', 'is required if there is no customerId');
  }
  const by = customerId === undefined ? { name: customerName ?? '' } : { id: customerId };
  const customer = await lockCustomer(work.tx, by);
  if (customer !== undefined && seesOffice(work.principal, customer.office_id)) return customer;
  const member = customerId === undefined ? 'customerName' : 'customerId';
  throw refuseMember(UNKNOWN_REFERENCE, member, 'is not a customer');
}

async function refuseDates(work: Work, draft: CertificateDraft): Promise<void> {
  const { certificateDate, periodFrom, periodUntil } = draft;
  if (periodFrom > periodUntil) {
    throw refuseMember(INVALID_REQUEST, 'periodFrom', 'is after periodUntil');
  }
  const today = await currentBusinessDate(work.tx);
  if (certificateDate <= today) return;
  throw refuseMember(
    INVALID_REQUEST,
    'certificateDate',
    `must not be after the business date, ${today}`,
  );
}

interface Certified {
  readonly customer: CertifiedCustomer;
  readonly currency: string;
}

async function deductionsOf(
  work: Work,
  draft: CertificateDraft,
  { customer, currency }: Certified,
): Promise<readonly DeductionRow[]> {
  const filter = { customerId: customer.id, from: draft.periodFrom, until: draft.periodUntil };
  const limit = TAX.certificateDeductionsMax + 1;
  const all = await selectDeductions(work.tx, filter, { start: 0, limit });
  if (all.length >= limit) {
    const detail =
      `begins a period with more than ${TAX.certificateDeductionsMax} deductions; choose a ` +
      'shorter period';
    throw refuseMember(INVALID_REQUEST, 'periodFrom', detail);
  }
  const { deductions: names, taxClass } = draft;
  if (names === undefined) {
    return all.filter(
      (row) =>
        row.certificate_id === null &&
        row.currency === currency &&
        (taxClass === undefined || row.tax_class === taxClass.toUpperCase()),
    );
  }
  return [...new Set(names)].map((name) => {
    const found = all.find((row) => row.name === name);
    if (found === undefined) {
      const detail = `contains ${name}, which is not a deduction of the customer in the period`;
      throw refuseMember(UNKNOWN_REFERENCE, 'deductions', detail);
    }
    if (found.currency === currency) return found;
    throw refuseMember(REFERENCE_MISMATCH, 'deductions', `${name} is in ${found.currency}`);
  });
}

function refuseCertified(deductions: readonly DeductionRow[]): void {
  const certified = deductions.find((row) => row.certificate_id !== null);
  if (certified === undefined) return;
  const { name, certificate_number: number } = certified;
  throw refusal(CERTIFICATE_EXISTS, {
    detail: `Deduction ${name} is already on certificate ${number}.`,
    args: ['RECORDED', String(number)],
    errors: [existing('deductions', `${name} has a certificate`)],
  });
}

function refuseOtherSum(
  deductions: readonly DeductionRow[],
  amount: { readonly minor: bigint; readonly currency: string },
): void {
  const minor = sumOf(deductions.map((row) => row.tax_minor));
  if (minor === amount.minor) return;
  const [sum, given] = [formatMoney({ ...amount, minor }), formatMoney(amount)];
  throw refusal(CERTIFICATE_DIFFERS, {
    detail:
      `The sum of the ${deductions.length} deductions is ${sum}, but the certificate is for ` +
      `${given}.`,
    args: [sum, given],
    errors: [
      {
        pointer: '/amount',
        code: CERTIFICATE_DIFFERS.code,
        detail: `must equal the sum of the deductions, ${sum}`,
      },
    ],
  });
}

function numberExists(number: string) {
  return refusal(CERTIFICATE_EXISTS, {
    detail: `A certificate with the number ${number} has already been recorded.`,
    args: ['RECORDED', number],
    errors: [existing('number', 'has already been recorded')],
  });
}

function existing(member: string, detail: string): Violation {
  return { pointer: `/${member}`, code: CERTIFICATE_EXISTS.code, detail };
}

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockCertificate(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ state }: CertificateRow) => state,
  wrongState: wealthProblems.CERTIFICATE_WRONG_STATE,
});

/** Undoes a certificate (RECORDED → UNDONE). Its deductions can then be on another certificate. */
export async function undoCertificate(work: Work, id: bigint, reason: string): Promise<Outcome> {
  await steps.lockVisible(work, id, ['RECORDED']);
  await undoRecorded(work, id, reason);
  return outcomeOf(work, id, 'undone');
}

/** Undoes a certificate if its state is RECORDED. Returns whether it was undone. */
export async function undoRecorded(work: Work, id: bigint, reason: string): Promise<boolean> {
  const row = await lockCertificate(work.tx, id);
  if (row?.state !== 'RECORDED') return false;
  await undoCertificateRow(work.tx, changed(work, row, { state: 'UNDONE', undo_reason: reason }));
  return true;
}

async function outcomeOf(work: Work, id: bigint, done: 'recorded' | 'undone'): Promise<Outcome> {
  const row = present(await selectCertificate(work.tx, id), 'the certificate was just written');
  work.events.push(certificateEvent(done, row));
  return {
    msgCode: `WITHHOLDING_CERTIFICATE_${done.toUpperCase()}`,
    id,
    name: row.name,
    result: certificateRecord(row),
    version: row.version,
  };
}
