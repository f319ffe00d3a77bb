// Wire shapes of gains and lots.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { DISPOSAL_CLASSES, DISPOSAL_KINDS } from './disposal.js';
import { SHOWN_METHODS } from './request.js';

const given = Type.Optional;

const dates = {
  sd: given(wireDate({ description: 'First trade date; default: 1 January of the year of `ed`' })),
  ed: given(wireDate({ description: 'Last trade date; default: the business date' })),
  method: given(
    wireChoice(SHOWN_METHODS, {
      description:
        'The cost method. BOTH shows FIFO and the average; default: AVERAGE. Lots are ' +
        'shown under FIFO and BOTH',
    }),
  ),
};

export const GainQuery = closedObject({
  ...dates,
  closed: given(wireFlag({ description: 'False omits positions that were closed; default: true' })),
  netOfSaleCharges: given(
    wireFlag({
      description: 'True deducts the charges of a sale from unrealised gains; default: false',
    }),
  ),
});

export const GainFileQuery = closedObject(dates);

const lotFilters = {
  p: wireId({ description: 'Id of the portfolio' }),
  securityName: naming('asset', given(wireText({ description: 'Only this security or fund' }))),
  d: given(wireDate({ description: 'At the end of this date; default: the business date' })),
};

export const LotFilters = closedObject(lotFilters);
export const LotQuery = closedObject({ ...lotFilters, ...pageBS });

const named = {
  portfolioName: given(wireText({ description: 'Absent outside portfolios' })),
  securityName: wireText({ description: 'Code of the security, fund, paper or bill' }),
  label: wireText({ description: 'Its label' }),
  class: wireChoice(DISPOSAL_CLASSES, { description: 'Class of the asset' }),
};

const costKnown = wireFlag({ description: 'Whether the cost of all units is known' });

const DisposedLot = openObject({
  acquiredOn: wireDate({ description: 'When the units were acquired; or sold short' }),
  quantity: wireText({ description: 'Units of the lot; 0 if only cost is used' }),
  netProceeds: wireDecimal({ description: 'Part of the net proceeds, by quantity' }),
  cost: given(wireDecimal({ description: 'Cost of the units' })),
  gain: given(wireDecimal({ description: '`netProceeds` − `cost`' })),
  heldDays: wireInteger({ description: 'Days from `acquiredOn` to the trade date' }),
});

const DisposalRecord = openObject({
  tradeDate: wireDate({ description: 'Date of the contract, which is the date of the gain' }),
  settlementDate: given(wireDate({ description: 'Number of the contract note' })),
  kind: wireChoice(DISPOSAL_KINDS, {
    description:
      'COVER: bought back after a short sale. CHARGES: charges whose fills were reversed. ' +
      'TERMINATION: early termination of commercial paper or a bill. The others are sales and ' +
      'corporate actions',
  }),
  ...named,
  quantity: wireText({ description: 'Units; the face value of commercial paper and bills' }),
  proceeds: wireDecimal({ description: 'Before charges; for a short sale that is covered, net' }),
  charges: wireDecimal({ description: 'All charges of the sale' }),
  netProceeds: wireDecimal({ description: '`proceeds` − `charges`' }),
  costKnown,
  cost: given(
    wireDecimal({ description: 'With all charges; the book value of commercial paper and bills' }),
  ),
  gain: given(wireDecimal({ description: '`netProceeds` − `cost`; negative for a loss' })),
  percent: given(wireDecimal({ description: '`gain` in percent of `cost`' })),
  fifoCost: given(wireDecimal({ description: 'With BOTH: the cost of the oldest units' })),
  fifoGain: given(wireDecimal({ description: 'With BOTH: the gain under FIFO' })),
  currency: wireText({ description: 'Currency of all amounts of the disposal' }),
  orderId: given(wireId({ description: 'Id of the order' })),
  contractNoteName: given(wireText({ description: 'Number of the contract note in force' })),
  lots: given(Type.Array(DisposedLot, { description: 'Under FIFO, the oldest first' })),
});

const total = {
  currency: wireText({ description: 'Currency of the sums' }),
  disposals: wireInteger({ description: 'Number of disposals' }),
  unknownDisposals: wireInteger({
    description: 'Disposals of unknown cost, which are not in `cost` and `gain`',
  }),
  proceeds: wireDecimal({ description: 'Proceeds before charges' }),
  charges: wireDecimal({ description: 'Charges of sales' }),
  netProceeds: wireDecimal({ description: '`proceeds` − `charges`' }),
  cost: wireDecimal({ description: 'Sum of the known costs' }),
  gain: wireDecimal({ description: 'Sum of the known gains' }),
  fifoGain: given(wireDecimal({ description: 'With BOTH: the sum of the gains under FIFO' })),
};

const GainTotals = openObject({
  currencies: Type.Array(openObject(total), { description: 'One for each currency' }),
  securities: Type.Array(
    openObject({ securityName: wireText({ description: 'Code of the security' }), ...total }),
    { description: 'By security and currency' },
  ),
  classes: Type.Array(
    openObject({ class: wireChoice(DISPOSAL_CLASSES, { description: 'Class' }), ...total }),
    { description: 'By class and currency' },
  ),
  months: Type.Array(
    openObject({ month: wireText({ description: 'Month, such as 2026-03' }), ...total }),
    { description: 'By month and currency' },
  ),
});

const OpenLot = openObject({
  acquiredOn: wireDate({ description: 'When the units were acquired; or sold short' }),
  quantity: wireText({ description: 'Units; negative if sold short' }),
  cost: given(wireDecimal({ description: 'Cost of the units' })),
  heldDays: wireInteger({ description: 'Days from `acquiredOn` to the date' }),
});

const OpenPosition = openObject({
  ...named,
  quantity: wireText({ description: 'Units; negative if sold short' }),
  costKnown,
  cost: given(wireDecimal({ description: 'With all charges' })),
  averageCost: given(wireDecimal({ description: 'Cost per unit' })),
  price: given(wireDecimal({ description: 'Per unit; clean and per 100 for a bond' })),
  priceDate: given(wireDate({ description: 'Date of the price' })),
  value: given(wireDecimal({ description: 'Without accrued interest' })),
  saleCharges: given(wireDecimal({ description: 'With `netOfSaleCharges`: charges of a sale' })),
  unrealisedGain: given(wireDecimal({ description: '`value` − `saleCharges` − `cost`' })),
  percent: given(wireDecimal({ description: '`unrealisedGain` in percent of `cost`' })),
  fifoCost: given(wireDecimal({ description: 'With BOTH: the cost of the open lots' })),
  fifoUnrealisedGain: given(wireDecimal({ description: 'With BOTH: the gain under FIFO' })),
  currency: wireText({ description: 'Currency of all amounts of the position' }),
  lots: given(Type.Array(OpenLot, { description: 'Under FIFO, the oldest first' })),
});

const ClosedPosition = openObject({
  ...named,
  openedOn: wireDate({ description: 'When the first units were acquired' }),
  closedOn: wireDate({ description: 'Date of the last disposal' }),
  costKnown,
  bought: given(wireDecimal({ description: 'Cost of all units ever disposed of' })),
  sold: wireDecimal({ description: 'Net proceeds of all units ever disposed of' }),
  gain: given(wireDecimal({ description: '`sold` − `bought`' })),
  income: wireDecimal({ description: 'Income that was paid, before tax' }),
  currency: wireText({ description: 'Of all amounts of the position' }),
});

const customer = {
  customerId: wireId({ description: 'Id of the customer' }),
  customerName: wireText({ description: 'Number of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
};

const report = {
  from: wireDate({ description: 'First trade date' }),
  to: wireDate({ description: 'Last trade date, and the date of the open positions' }),
  method: wireChoice(SHOWN_METHODS, { description: 'How the cost is found' }),
  disposals: Type.Array(DisposalRecord, { description: 'By trade date' }),
  totals: GainTotals,
  open: Type.Array(OpenPosition, { description: 'Securities and fund units that are held' }),
  closed: given(
    Type.Array(ClosedPosition, {
      description: 'Positions that were closed between the dates, with their whole history',
    }),
  ),
};

/** The gains of a customer. */
export const CustomerGains = openObject({ ...customer, ...report });

/** The gains of a portfolio. */
export const PortfolioGains = openObject({
  ...customer,
  portfolioId: wireId({ description: 'Id of the portfolio' }),
  portfolioName: wireText({ description: 'Number of the portfolio' }),
  portfolioLabel: wireText({ description: 'Label of the portfolio' }),
  ...report,
});

/** An open lot. */
export const LotRecord = openObject({
  ...named,
  acquiredOn: wireDate({ description: 'When the units were acquired; or sold short' }),
  heldDays: wireInteger({ description: 'Days from `acquiredOn` to the date' }),
  quantity: wireText({ description: 'Units; negative if sold short' }),
  costKnown,
  cost: given(wireDecimal({ description: 'With all charges' })),
  unitCost: given(wireDecimal({ description: 'Cost per unit' })),
  currency: wireText({ description: 'Currency of the cost' }),
});
