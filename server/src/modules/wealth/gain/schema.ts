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
        'The cost method; default: AVERAGE. BOTH shows FIFO and average cost. FIFO and BOTH ' +
        'show lots',
    }),
  ),
};

export const GainQuery = closedObject({
  ...dates,
  closed: given(wireFlag({ description: 'False to omit closed positions; default: true' })),
  netOfSaleCharges: given(
    wireFlag({
      description: 'True to deduct the charges of a sale from unrealised gains; default: false',
    }),
  ),
});

export const GainFileQuery = closedObject(dates);

const lotFilters = {
  p: wireId({ description: 'Id of the portfolio' }),
  securityName: naming('asset', given(wireText({ description: 'Filter by security or fund' }))),
  d: given(wireDate({ description: 'Date of the lots, at its end; default: the business date' })),
};

export const LotFilters = closedObject(lotFilters);
export const LotQuery = closedObject({ ...lotFilters, ...pageBS });

const named = {
  portfolioName: given(wireText({ description: 'The portfolio; absent outside portfolios' })),
  securityName: wireText({ description: 'Code of the security, fund, commercial paper or bill' }),
  label: wireText({ description: 'Label of the asset' }),
  class: wireChoice(DISPOSAL_CLASSES, { description: 'Class of the asset' }),
};

const costKnown = wireFlag({ description: 'Whether the cost of all units is known' });

const DisposedLot = openObject({
  acquiredOn: wireDate({ description: 'Date on which the units were acquired or sold short' }),
  quantity: wireText({ description: 'Units of the lot; 0 if only cost is used up' }),
  netProceeds: wireDecimal({ description: 'The lot’s share of the net proceeds, by quantity' }),
  cost: given(wireDecimal({ description: 'Cost of the units' })),
  gain: given(wireDecimal({ description: '`netProceeds` − `cost`' })),
  heldDays: wireInteger({ description: 'Days from `acquiredOn` to the trade date' }),
});

const DisposalRecord = openObject({
  tradeDate: wireDate({ description: 'Date of the contract, which is the date of the gain' }),
  settlementDate: given(
    wireDate({ description: 'Settlement date, if there is a contract note in force' }),
  ),
  kind: wireChoice(DISPOSAL_KINDS, {
    description:
      'COVER: units bought back after a short sale. CHARGES: charges whose fills were ' +
      'reversed. TERMINATION: early termination of commercial paper or a bill. The others are ' +
      'sales and corporate actions',
  }),
  ...named,
  quantity: wireText({
    description: 'Number of units, or face value of commercial paper and bills',
  }),
  proceeds: wireDecimal({
    description: 'Proceeds before charges; for the cover of a short sale, net proceeds',
  }),
  charges: wireDecimal({ description: 'All charges of the sale' }),
  netProceeds: wireDecimal({ description: '`proceeds` − `charges`' }),
  costKnown,
  cost: given(
    wireDecimal({
      description: 'Cost with all charges, or book value of commercial paper and bills',
    }),
  ),
  gain: given(wireDecimal({ description: '`netProceeds` − `cost`; negative for a loss' })),
  percent: given(wireDecimal({ description: '`gain` in percent of `cost`' })),
  fifoCost: given(wireDecimal({ description: 'Cost under FIFO; only with BOTH' })),
  fifoGain: given(wireDecimal({ description: 'Gain under FIFO; only with BOTH' })),
  currency: wireText({ description: 'Currency of all amounts of the disposal' }),
  orderId: given(wireId({ description: 'Id of the order' })),
  contractNoteName: given(wireText({ description: 'Number of the contract note in force' })),
  lots: given(Type.Array(DisposedLot, { description: 'The lots under FIFO, oldest first' })),
});

const total = {
  currency: wireText({ description: 'Currency of the sums' }),
  disposals: wireInteger({ description: 'Number of disposals' }),
  unknownDisposals: wireInteger({
    description:
      'Number of disposals with unknown cost, which are not included in `cost` and `gain`',
  }),
  proceeds: wireDecimal({ description: 'Proceeds before charges' }),
  charges: wireDecimal({ description: 'Charges of sales' }),
  netProceeds: wireDecimal({ description: '`proceeds` − `charges`' }),
  cost: wireDecimal({ description: 'Sum of the known costs' }),
  gain: wireDecimal({ description: 'Sum of the known gains' }),
  fifoGain: given(wireDecimal({ description: 'Sum of the gains under FIFO; only with BOTH' })),
};

const GainTotals = openObject({
  currencies: Type.Array(openObject(total), { description: 'Sums by currency' }),
  securities: Type.Array(
    openObject({ securityName: wireText({ description: 'Code of the security' }), ...total }),
    { description: 'Sums by security and currency' },
  ),
  classes: Type.Array(
    openObject({ class: wireChoice(DISPOSAL_CLASSES, { description: 'Class' }), ...total }),
    { description: 'Sums by class and currency' },
  ),
  months: Type.Array(
    openObject({ month: wireText({ description: 'Month, such as 2026-03' }), ...total }),
    { description: 'Sums by month and currency' },
  ),
});

const OpenLot = openObject({
  acquiredOn: wireDate({ description: 'Date on which the units were acquired or sold short' }),
  quantity: wireText({ description: 'Number of units; negative if sold short' }),
  cost: given(wireDecimal({ description: 'Cost of the units' })),
  heldDays: wireInteger({ description: 'Days from `acquiredOn` to the end of the range' }),
});

const OpenPosition = openObject({
  ...named,
  quantity: wireText({ description: 'Number of units; negative if sold short' }),
  costKnown,
  cost: given(wireDecimal({ description: 'Cost with all charges' })),
  averageCost: given(wireDecimal({ description: 'Cost per unit' })),
  price: given(wireDecimal({ description: 'Price per unit; for a bond, the clean price per 100' })),
  priceDate: given(wireDate({ description: 'Date of the price' })),
  value: given(wireDecimal({ description: 'Value without accrued interest' })),
  saleCharges: given(
    wireDecimal({ description: 'Charges of a sale; only with `netOfSaleCharges`' }),
  ),
  unrealisedGain: given(wireDecimal({ description: '`value` − `saleCharges` − `cost`' })),
  percent: given(wireDecimal({ description: '`unrealisedGain` in percent of `cost`' })),
  fifoCost: given(wireDecimal({ description: 'Cost of the open lots under FIFO; only with BOTH' })),
  fifoUnrealisedGain: given(
    wireDecimal({ description: 'Unrealised gain under FIFO; only with BOTH' }),
  ),
  currency: wireText({ description: 'Currency of all amounts of the position' }),
  lots: given(Type.Array(OpenLot, { description: 'The lots under FIFO, oldest first' })),
});

const ClosedPosition = openObject({
  ...named,
  openedOn: wireDate({ description: 'Date on which the first units were acquired' }),
  closedOn: wireDate({ description: 'Date of the last disposal' }),
  costKnown,
  bought: given(wireDecimal({ description: 'Cost of all units ever disposed of' })),
  sold: wireDecimal({ description: 'Net proceeds of all units ever disposed of' }),
  gain: given(wireDecimal({ description: '`sold` − `bought`' })),
  income: wireDecimal({ description: 'Income paid, before tax' }),
  currency: wireText({ description: 'Currency of all amounts of the position' }),
});

const customer = {
  customerId: wireId({ description: 'Id of the customer' }),
  customerName: wireText({ description: 'Number of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
};

const report = {
  from: wireDate({ description: 'First trade date' }),
  to: wireDate({ description: 'Last trade date, and the date of the open positions' }),
  method: wireChoice(SHOWN_METHODS, { description: 'Cost method' }),
  disposals: Type.Array(DisposalRecord, { description: 'Disposals by trade date' }),
  totals: GainTotals,
  open: Type.Array(OpenPosition, { description: 'Open positions in securities and fund units' }),
  closed: given(
    Type.Array(ClosedPosition, {
      description: 'Positions closed in the range, with their whole history',
    }),
  ),
};

/** A customer's gains. */
export const CustomerGains = openObject({ ...customer, ...report });

/** A portfolio's gains. */
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
  acquiredOn: wireDate({ description: 'Date on which the units were acquired or sold short' }),
  heldDays: wireInteger({ description: 'Days from `acquiredOn` to the date of the lots' }),
  quantity: wireText({ description: 'Number of units; negative if sold short' }),
  costKnown,
  cost: given(wireDecimal({ description: 'Cost with all charges' })),
  unitCost: given(wireDecimal({ description: 'Cost per unit' })),
  currency: wireText({ description: 'Currency of the cost' }),
});
