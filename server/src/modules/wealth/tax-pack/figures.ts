// Collects the figures of a tax pack from the books.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, Problem, refusal } from '../../../platform/http/reply/problem.js';
import { withholdingRules } from '../../asset/index.js';
import { financeProblems } from '../../finance/index.js';
import { type DisposalByMethod, disposalBy } from '../gain/disposal.js';
import { inRange, loadGains } from '../gain/load.js';
import { TAX } from '../limits.js';
import { wealthProblems } from '../problems.js';
import { incomeOf } from '../statement/movement.js';
import { selectCharges } from '../statement/queries.js';
import type { YearComputation } from '../tax/computation.js';
import { loadOpenBases, type SecurityDisposal, type UntaxedDisposal } from '../tax/load.js';
import type { PayerRow } from '../tax/queries.js';
import { taxOf } from '../tax/report.js';
import { statusOf, type TaxYear } from '../tax-rule/rule.js';
import { type OwnerRow, selectPortfolios } from '../valuation/queries.js';
import { within } from '../valuation/subject.js';
import { convertedLines } from '../valuation/valuation.js';
import { selectDeductions } from '../withholding/queries.js';
import type { PackFigures, PackState } from './content.js';
import { disposalRows, reinvestmentRows, ruleRows, taxGainRows, windowRows } from './gain-rows.js';
import { certificateRows, chargeRows, deductionRows, incomeRows } from './income-rows.js';
import { positionRows, positionsOf } from './position.js';
import { selectCertificates } from './queries.js';
import { summaryRows } from './summary.js';
import { totalsOf } from './total.js';

/** The customer and the tax year of a pack. */
interface FiguresRequest {
  readonly customer: OwnerRow;
  readonly payer: PayerRow;
  readonly year: TaxYear;
  readonly today: BusinessDate;
}

/**
 * Collects the figures of a tax pack. Refuses with STATEMENT_TOO_LONG if there are more movements
 * or rows than a pack may have.
 */
export async function collectFigures(tx: Tx, request: FiguresRequest): Promise<PackFigures> {
  try {
    return await figuresOf(tx, request);
  } catch (error) {
    const isTooLarge = error instanceof Problem && TOO_LARGE.includes(error.kind);
    throw isTooLarge ? tooLong() : error;
  }
}

const TOO_LARGE = [wealthProblems.VALUATION_TOO_LARGE, wealthProblems.GAINS_TOO_LARGE];

function tooLong(): Problem {
  return refusal(financeProblems.STATEMENT_TOO_LONG, {
    args: [String(TAX.packRowsMax)],
    detail: `The tax pack has more than ${TAX.packRowsMax} rows, or too many movements.`,
  });
}

// Returns the state of a year's pack on a business date.
async function packState(tx: Tx, year: TaxYear, today: BusinessDate): Promise<PackState> {
  return today <= year.until ? 'DRAFT' : statusOf(tx, year, today);
}

async function figuresOf(tx: Tx, request: FiguresRequest): Promise<PackFigures> {
  const { customer, payer, year, today } = request;
  const state = await packState(tx, year, today);
  const asAt = state === 'DRAFT' ? today : year.until;
  const range = { customerId: customer.customer_id, from: year.from, to: asAt };
  const portfolios = within(await selectPortfolios(tx, customer.customer_id));
  const owner = { customerId: customer.customer_id, portfolios, only: undefined };
  const { computations, untaxed, loaded } = await taxOf(tx, { payer, year });
  const gains = await loadGains(tx, owner, range);
  const disposals = inRange(gains.disposals, range);
  refuseTornReading(disposals, computations, untaxed);
  const { office_currency: currency } = customer;
  const subject = { ...owner, date: asAt, isToday: asAt === today };
  const lines = await convertedLines(tx, subject, { currency, through: currency });
  const bases = await loadOpenBases(tx, loaded, asAt);
  const positions = positionsOf(lines, { portfolios, holdings: gains.holdings, bases });
  const income = await incomeOf(tx, range);
  const deductions = await selectDeductions(
    tx,
    { customerId: customer.customer_id, from: year.from, until: asAt },
    { start: 0, limit: TAX.packRowsMax + 1 },
  );
  const ids = deductions.flatMap(({ certificate_id: id }) => id ?? []);
  const certificates = await selectCertificates(tx, [...new Set(ids)]);
  const charges = await selectCharges(tx, range);
  const totals = totalsOf({
    ...{ disposals, computations, income, deductions, charges, positions },
  });
  const tables = {
    summary: summaryRows({ state, asAt, payerClass: payer.payer_class, computations, totals }),
    disposals: disposalRows(disposals, portfolios),
    'tax-gains': taxGainRows(computations, portfolios),
    windows: windowRows(computations),
    reinvestment: reinvestmentRows(computations, portfolios),
    income: incomeRows(income),
    deductions: deductionRows(deductions, await withholdingRules(tx)),
    certificates: certificateRows(certificates),
    charges: chargeRows(charges),
    positions: positionRows(positions),
    rules: ruleRows(computations),
  };
  refuseTooLong(tables);
  return {
    ...{ year: year.year, from: year.from, until: year.until, asAt, state },
    ...{ payerClass: payer.payer_class, currency, tables, totals },
  };
}

/**
 * Refuses with 503 if the two reads of the stock record differ. This can happen because the figures
 * are not read from one snapshot, so a booking may commit between two reads.
 */
function refuseTornReading(
  disposals: readonly DisposalByMethod[],
  computations: readonly YearComputation<SecurityDisposal>[],
  untaxed: readonly UntaxedDisposal[],
): void {
  const own = disposals
    .filter(({ securityId }) => securityId !== undefined)
    .reduce((sum, each) => sum + disposalBy(each, 'AVERAGE').proceedsMinor, 0n);
  const taxed = [...computations.flatMap((each) => each.disposals.map((one) => one.disposal))];
  const other = [...taxed, ...untaxed].reduce(
    (sum, { folded: { outcome, chargesMinor } }) =>
      sum + outcome.AVERAGE.netProceedsMinor + chargesMinor,
    0n,
  );
  if (own === other) return;
  const detail = 'The books changed while the figures were read. Try again.';
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

function refuseTooLong(tables: PackFigures['tables']): void {
  const count = Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
  if (count > TAX.packRowsMax) throw tooLong();
}
