// A customer with every class of assets. The values that tests expect were computed by hand.

import type { Depositor } from '../asset/app.js';
import { BILL } from '../asset/discounted-app.js';
import type { Portfolio, WealthApp } from './wealth-app.js';

const NAIRA = { currency: 'NGN' };

/** The business date of the example. */
export const TODAY = '2026-11-25';

/**
 * Gives a new customer every class of assets, and moves the business date to that of the example.
 * The codes of its securities and funds end with the suffix.
 */
export async function openWorkedExample(
  app: WealthApp,
  suffix = '',
): Promise<{ readonly owner: Depositor; readonly portfolio: Portfolio }> {
  await app.skipUntil('2026-03-05');
  const owner = await app.depositor(2_000_000_000n);
  const portfolio = await app.portfolio(owner);
  const share = await app.share(`SHARE-A${suffix}`, [[TODAY, 25, 400]]);
  await app.bring(portfolio, share, { quantity: 10_000, costMinor: 25_463_868n });
  const bond = await app.share(`BOND-A${suffix}`, [[TODAY, 97.5, 10]]);
  await app.bond(bond, { rate: 14.55, maturity: '2030-04-26' });
  await app.bring(portfolio, bond, { quantity: 100, costMinor: 9_650_000n });
  const customerId = owner.id;
  await app.bought(BILL, { customerId, faceValue: 10_000_000, portfolioName: portfolio.name });
  await app.skipUntil('2026-10-11');
  await app.running({ customerId, faceValue: 5_000_000 });
  await app.skipUntil('2026-10-26');
  const loan = { instrumentTypeName: 'LOAN', faceValue: 300_000, currentRate: 18 };
  await app.running({ customerId, ...loan, portfolioName: portfolio.name });
  await app.units(owner, {
    ...{
      name: `FUND-A${suffix}`,
      units: 1_961.4258,
      date: '2026-11-20',
      portfolioName: portfolio.name,
    },
    values: [
      ['2026-11-19', 126],
      ['2026-11-24', 127.4583],
    ],
  });
  await app.skipUntil(TODAY);
  await app.balance(owner, NAIRA, 100_000_000n);
  await app.balance(owner, { currency: 'NGN', isUnsettled: true }, 24_455_507n);
  await app.balance(owner, { currency: 'USD' }, 100_000n);
  if (suffix === '') await app.rate('USD/NGN', '2026-11-24', 1480.25);
  return { owner, portfolio };
}
