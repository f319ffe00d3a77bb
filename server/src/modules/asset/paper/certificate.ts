// The certificate of a discounted instrument or treasury bill: the holding, its cost and payout,
// and the terminated parts.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { FileReply } from '../../../platform/http/route.js';
import { amountInWords } from '../../../platform/money/amount-words.js';
import { senderOf } from '../../party/index.js';
import type { RolloverRule } from '../deposit/rollover.js';
import {
  certificateFile,
  factsOf,
  holderOf,
  shownAmount,
} from '../instrument/certificate-holder.js';
import type { CertificateContent } from '../instrument/certificate-page.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { netOfTax } from '../tax/withholding-tax.js';
import { discountedSteps, visibleDiscounted } from './discounted-instrument.js';
import type { NewDiscountedChange } from './history-queries.js';
import { selectChanges } from './history-queries.js';
import type { DiscountedKey } from './queries.js';
import { type DiscountedRow, shownRate, trueYieldOf } from './record.js';

interface Certified {
  readonly row: DiscountedRow;
  readonly changes: readonly NewDiscountedChange[];
  /** Tax under today's rules on the discount of the remaining face value, in minor units. */
  readonly taxMinor: bigint;
}

/**
 * Returns the certificate of an instrument that is running or has ended. The certificate changes
 * only when the instrument or the tax rules do. Refuses with DISCOUNTED_INSTRUMENT_WRONG_STATE if
 * the instrument was never placed.
 */
export async function discountedCertificate(call: Call, key: DiscountedKey): Promise<FileReply> {
  const certified = await onSnapshot(call.db, async (tx) => {
    const row = await visibleDiscounted({ db: tx, principal: call.principal }, key);
    if (row.status === 'PENDING' || row.termination_reason === 'CANCELLED') {
      throw discountedSteps.wrongState(row);
    }
    const discount = { minor: row.face_value_minor - row.cost_minor, currency: row.currency };
    const due = rulesOn(await withholdingRules(tx), row, row.payment_date);
    const taxMinor = netOfTax(discount, due).tax.minor;
    return { row, changes: await selectChanges(tx, row.id), taxMinor };
  });
  const paper = await paperOf(call, certified);
  return certificateFile(call, { name: `certificate-${certified.row.name}`, paper });
}

async function paperOf({ db }: Call, certified: Certified): Promise<CertificateContent> {
  const { row } = certified;
  const isBill = row.kind === 'TREASURY_BILL';
  return {
    sender: await senderOf(db, row.office_id),
    title: isBill ? 'CERTIFICATE OF TREASURY BILLS' : 'CERTIFICATE OF COMMERCIAL PAPER',
    number: row.name,
    issuedAt: row.modified_at,
    holder: await holderOf(db, row, 'Paid to account'),
    facts: factsOf(row, {
      rates: [
        ['Price per 100', row.price.toFixed()],
        ['Discount rate', `${shownRate(row.discount_rate).toFixed()}% per year`],
        ['True yield', `${shownRate(trueYieldOf(row)).toFixed()}% per year`],
      ],
    }),
    statement: statementOf(certified),
    headline: row.status === 'TERMINATED' ? endedHeadline(certified) : headlineOf(certified),
    table: tableOf(certified),
    terms: [
      ROLLOVER_WORDS[row.auto_rollover ? row.rollover_rule : 'NONE'],
      ...(row.auto_rollover && isBill
        ? ['It rolls over into the most recently auctioned issue with the same term.']
        : []),
      'It may be terminated early, in whole or in part, at the discount rate of that day.',
      isBill
        ? 'The bills are a debt of their issuer. We hold them for you, separately from our own.'
        : 'The commercial paper is a debt of the firm named above.',
      'Tax is withheld under the rules in force on the payment date.',
      'This certificate is based on our records and is not transferable.',
    ],
    ...(row.status === 'TERMINATED' ? { ended: endOf(row) } : {}),
  };
}

function statementOf({ row, changes }: Certified): string {
  const [placed] = changes;
  const face = placed?.face_minor ?? row.face_value_minor;
  const cost = placed?.cost_minor ?? row.cost_minor;
  const what = row.kind === 'TREASURY_BILL' ? 'treasury bills' : 'commercial paper';
  const bought =
    `We certify that on ${row.start_date} you bought ${what} with a face value of ` +
    `${row.currency} ${shownAmount(row, face)} for ${row.currency} ${shownAmount(row, cost)}.`;
  if (row.status === 'TERMINATED') return `${bought} You no longer hold any of it.`;
  const held = `${row.currency} ${shownAmount(row, row.face_value_minor)}`;
  return `${bought} You still hold ${held} of it.`;
}

function headlineOf({ row, taxMinor }: Certified): CertificateContent['headline'] {
  const net = row.face_value_minor - taxMinor;
  return {
    sums: [
      ['Face held', shownAmount(row, row.face_value_minor)],
      ['Cost', shownAmount(row, row.cost_minor)],
      ['Discount', shownAmount(row, row.face_value_minor - row.cost_minor)],
      ['Withholding tax under current rules', shownAmount(row, taxMinor)],
    ],
    label: `Payable on ${row.payment_date}`,
    figure: `${row.currency} ${shownAmount(row, net)}`,
    words: amountInWords({ minor: net, currency: row.currency }),
  };
}

function endedHeadline({ row, changes }: Certified): CertificateContent['headline'] {
  const ends = changes.filter(({ kind }) => kind !== 'PLACEMENT');
  const sum = (amountOf: (end: NewDiscountedChange) => bigint) =>
    ends.reduce((total, end) => total + amountOf(end), 0n);
  const tax = sum((end) => end.tax_minor);
  const net = sum((end) => end.amount_minor) - tax;
  return {
    sums: [
      [
        'Cost',
        shownAmount(
          row,
          sum((end) => end.cost_minor),
        ),
      ],
      [
        'Earned',
        shownAmount(
          row,
          sum((end) => end.earned_minor),
        ),
      ],
      ['Withholding tax', shownAmount(row, tax)],
    ],
    label: row.termination_reason === 'ROLLED_OVER' ? 'Total settled' : 'Total paid',
    figure: `${row.currency} ${shownAmount(row, net)}`,
    words: amountInWords({ minor: net, currency: row.currency }),
  };
}

const CHANGE_WORDS: Readonly<Record<NewDiscountedChange['kind'], string>> = {
  PLACEMENT: 'Bought',
  PART_TERMINATION: 'Partly terminated',
  TERMINATION: 'Terminated early',
  MATURITY: 'Matured',
};

function tableOf({ row, changes }: Certified): CertificateContent['table'] {
  return {
    title: 'History',
    columns: [
      { title: 'Date', width: 0.16 },
      { title: 'Event', width: 0.2 },
      { title: `Face (${row.currency})`, width: 0.16, right: true },
      { title: 'Amount', width: 0.16, right: true },
      { title: 'Tax', width: 0.14, right: true },
      { title: 'Face held', width: 0.18, right: true },
    ],
    rows: changes.map((change) => [
      change.booked_date,
      CHANGE_WORDS[change.kind],
      shownAmount(row, change.face_minor),
      shownAmount(row, change.amount_minor),
      shownAmount(row, change.tax_minor),
      shownAmount(row, change.face_after_minor),
    ]),
  };
}

function endOf(row: DiscountedRow): NonNullable<CertificateContent['ended']> {
  const on = row.termination_date ?? row.payment_date;
  return { notice: `${endWords(row)} on ${on}.`, watermark: 'ENDED' };
}

function endWords({ termination_reason: reason }: DiscountedRow): string {
  if (reason === 'ROLLED_OVER') return 'Rolled over';
  return reason === 'MATURED' ? 'Paid at maturity' : 'Terminated early on request';
}

const ROLLOVER_WORDS: Readonly<Record<RolloverRule, string>> = {
  NONE: 'At maturity, the face value, less the tax on the discount, is paid to your account.',
  PRINCIPAL_ONLY: 'At maturity, the cost is invested again and the net discount is paid out.',
  PRINCIPAL_AND_NET_INTEREST:
    'At maturity, the face value, less the tax on the discount, is invested again.',
  PRINCIPAL_AND_GROSS_INTEREST:
    'At maturity, the face value is invested again. The tax is debited to your account.',
  NET_INTEREST_ONLY: 'At maturity, the net discount is invested again and the cost is paid out.',
  SPECIAL_AMOUNT: 'At maturity, your chosen amount is invested again and the rest is paid out.',
};
