// The certificate of a term instrument: the principal, the payments, and their dates.

import { present, unreachable } from '../../../platform/assert.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import type { Database } from '../../../platform/database/database.js';
import { counted } from '../../../platform/http/reply/counted.js';
import type { FileReply } from '../../../platform/http/route.js';
import { amountInWords } from '../../../platform/money/amount-words.js';
import { senderOf } from '../../party/index.js';
import {
  certificateFile,
  factsOf,
  holderOf,
  shownAmount as shown,
} from '../instrument/certificate-holder.js';
import type { CertificateContent } from '../instrument/certificate-page.js';
import type { InterestPayment } from '../instrument/interest-payment.js';
import type { LiquidationRule } from './early-liquidation.js';
import { type InterestFlow, interestContextOf, plannedInterest } from './interest-plan.js';
import type { TermInstrumentRow } from './queries.js';
import { selectInstrument } from './queries.js';
import type { RolloverRule } from './rollover.js';
import { termInstrumentSteps } from './term-instrument.js';
import type { TermInstrumentTypeRow } from './type.js';
import { selectTypeVersion } from './type-queries.js';

/**
 * Returns the certificate of an instrument that is running or has ended. The certificate changes
 * only when the instrument does. Refuses with TERM_INSTRUMENT_WRONG_STATE if the instrument was
 * never placed.
 */
export async function termCertificate(call: Call, id: bigint): Promise<FileReply> {
  const row = await selectInstrument(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw termInstrumentSteps.notFound(id);
  }
  if (row.status === 'PENDING' || row.termination_reason === 'CANCELLED') {
    throw termInstrumentSteps.wrongState(row);
  }
  const type = present(await selectTypeVersion(call.db, row), 'the type of an instrument exists');
  const flows = plannedInterest(row, await interestContextOf(call.db, [row]));
  const paper = await paperOf(call.db, { row, type, flows });
  const word = row.loan_product ? 'loan' : 'certificate';
  return certificateFile(call, { name: `${word}-${row.name}`, paper });
}

interface Certified {
  readonly row: TermInstrumentRow;
  readonly type: TermInstrumentTypeRow;
  readonly flows: readonly InterestFlow[];
}

async function paperOf(db: Database, certified: Certified): Promise<CertificateContent> {
  const { row, type } = certified;
  return {
    sender: await senderOf(db, row.office_id),
    title: row.loan_product ? 'LOAN CONFIRMATION' : 'CERTIFICATE OF DEPOSIT',
    number: row.name,
    issuedAt: row.modified_at,
    holder: await holderOf(db, row, row.loan_product ? 'Repaid from' : 'Paid to account'),
    facts: factsOf(row, {
      rates: [['Rate', `${row.rate.toFixed()}% per year`]],
      more: [['Interest', PAYMENT_WORDS[row.interest_payment]]],
    }),
    statement: statementOf(row),
    headline: headlineOf(certified),
    table: tableOf(certified),
    terms: termsOf(row, type),
    ...(row.status === 'TERMINATED' ? { ended: endOf(row) } : {}),
  };
}

function statementOf(row: TermInstrumentRow): string {
  const face = `${row.currency} ${shown(row, row.face_value_minor)}`;
  const ended = row.status === 'TERMINATED';
  if (row.loan_product) {
    const term = counted(row.tenure, 'day');
    return `We confirm that we lent you ${face} for ${term} on ${row.start_date}.`;
  }
  const held = ended
    ? `from ${row.start_date} to ${row.termination_date ?? row.payment_date}, we held ${face}`
    : `since ${row.start_date}, we have held ${face}`;
  return `We certify that ${held} on deposit for you. Term: ${counted(row.tenure, 'day')}.`;
}

// Interest settled before the end is excluded from the amount due with the principal.
function headlineOf({ row, flows }: Certified): CertificateContent['headline'] {
  const gross = flows.reduce((sum, flow) => sum + flow.gross.minor, 0n);
  const tax = flows.reduce((sum, flow) => sum + flow.tax.minor, 0n);
  const last = row.interest_payment === 'UPFRONT' ? undefined : flows.at(-1);
  const added = flows
    .filter((flow) => flow.capitalised)
    .reduce((sum, flow) => sum + flow.gross.minor - flow.tax.minor, 0n);
  const rest = last === undefined ? 0n : last.gross.minor - last.tax.minor;
  const minor = row.face_value_minor + added + rest;
  const due = row.loan_product ? 'To be repaid on' : 'Payable to you on';
  const label = row.status === 'TERMINATED' ? 'At the end of the full term,' : due;
  return {
    sums: [
      ['Principal', shown(row, row.face_value_minor)],
      ['Interest for the whole term, gross', shown(row, gross)],
      ['Withholding tax under current rules', shown(row, tax)],
      ['Interest for the whole term, net', shown(row, gross - tax)],
    ],
    label: `${label} ${row.payment_date}`,
    figure: `${row.currency} ${shown(row, minor)}`,
    words: amountInWords({ minor, currency: row.currency }),
  };
}

function tableOf({ row, flows }: Certified): CertificateContent['table'] {
  return {
    title: 'Interest',
    columns: [
      { title: 'Date', width: 0.2 },
      { title: 'Settlement', width: 0.26 },
      { title: `Gross (${row.currency})`, width: 0.18, right: true },
      { title: 'Tax', width: 0.18, right: true },
      { title: 'Net', width: 0.18, right: true },
    ],
    rows: flows.map((flow) => [
      flow.date,
      flow.capitalised ? 'added to the principal' : 'paid',
      shown(row, flow.gross.minor),
      shown(row, flow.tax.minor),
      shown(row, flow.gross.minor - flow.tax.minor),
    ]),
  };
}

function termsOf(row: TermInstrumentRow, type: TermInstrumentTypeRow): string[] {
  const { rule, coolingOffDays = 0 } = type.early_liquidation;
  const coolingOff = counted(coolingOffDays, 'day');
  const rollover = row.auto_rollover ? ROLLOVER_WORDS[row.rollover_rule] : ROLLOVER_WORDS.NONE;
  return [
    ...(row.loan_product ? [] : [rollover]),
    ...(coolingOffDays > 0
      ? [`Within ${coolingOff} you may cancel it. You then get no interest and pay no penalty.`]
      : []),
    liquidationWords(rule),
    'Tax is withheld under the rules in force on the payment date.',
    'This certificate is based on our records and is not transferable.',
  ];
}

function endOf(row: TermInstrumentRow): NonNullable<CertificateContent['ended']> {
  const on = row.termination_date ?? row.payment_date;
  const gross = row.paid_gross_minor ?? 0n;
  const net = `${row.currency} ${shown(row, gross - (row.paid_tax_minor ?? 0n))}`;
  const interest = `Total net interest: ${net}.`;
  switch (row.termination_reason) {
    case 'ROLLED_OVER':
      return { notice: `Rolled over on ${on}. ${interest}`, watermark: 'ENDED' };
    case 'PRELIQUIDATED':
      return { notice: `Terminated early on request on ${on}. ${interest}`, watermark: 'ENDED' };
    default:
      return { notice: `Repaid on ${on}. ${interest}`, watermark: 'ENDED' };
  }
}

const PAYMENT_WORDS: Readonly<Record<InterestPayment, string>> = {
  AT_MATURITY: 'at maturity',
  UPFRONT: 'upfront, at the start',
  PERIODIC: 'on interest payment dates',
  CAPITALISED: 'added to the principal',
};

const ROLLOVER_WORDS: Readonly<Record<RolloverRule, string>> = {
  NONE: 'At maturity, the principal and net interest are paid to your account.',
  PRINCIPAL_ONLY: 'At maturity, the principal rolls over and the net interest is paid out.',
  PRINCIPAL_AND_NET_INTEREST: 'At maturity, the principal and net interest roll over.',
  PRINCIPAL_AND_GROSS_INTEREST:
    'At maturity, the principal and gross interest roll over. Your account is debited for the tax.',
  NET_INTEREST_ONLY: 'At maturity, the net interest rolls over and the principal is paid out.',
  SPECIAL_AMOUNT: 'At maturity, the amount that you chose rolls over and the rest is paid out.',
};

function liquidationWords(rule: LiquidationRule): string {
  const earns = 'If terminated early, it earns';
  switch (rule.kind) {
    case 'TERM_RATE':
      return `${earns} its rate, less ${rule.penaltyPoints} percentage points, for the days held.`;
    case 'CARD_RATE':
      return (
        `${earns} the rate for that number of days, less ` +
        `${rule.penaltyPoints} percentage points.`
      );
    case 'LOWER_RATE':
      return (
        `${earns} the lower of its rate and the rate for that number of days, less ` +
        `${rule.penaltyPoints} percentage points.`
      );
    case 'ACCRUED_PERCENT':
      return `${earns} the accrued interest, less ${rule.percent}%.`;
    case 'PRINCIPAL_PERCENT':
      return `${earns} the accrued interest, and ${rule.percent}% of the principal is charged.`;
    case 'BREAK_COST':
      return `${earns} the accrued interest, less the cost of higher market rates until maturity.`;
    case 'FORFEIT_ALL':
      return `${earns} no interest. Interest already paid is deducted from the principal.`;
    case 'EARNED':
      return `${earns} the accrued interest.`;
    default:
      return unreachable(rule);
  }
}
