// The built-in rule for gains on Nigerian shares under the Nigeria Tax Act 2025. Each note contains
// the source of a provision and its certainty.

import { businessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { RuleBody } from './schema.js';

/** The name of the built-in rule, which consists of jurisdiction and class. */
export const SHIPPED_RULE_NAME = 'NG/EQUITY';

type Note = RuleBody['notes'][number];

const PFPC = 'Presidential Fiscal Policy and Tax Reforms Committee, November 2025';

const NOTES: readonly Note[] = [
  {
    member: 'validFrom',
    status: 'ENACTED',
    text:
      'The Nigeria Tax Act 2025 is in force from 2026-01-01, and the Nigeria Revenue Service ' +
      'replaces the Federal Inland Revenue Service.',
    source: 'Nigeria Tax Act 2025, gazetted on 2025-09-09',
  },
  {
    member: 'threshold.both',
    status: 'ENACTED',
    text:
      'No gain on Nigerian shares is charged where in any 12 consecutive months the proceeds are ' +
      'below 150 million and the gain is at most 10 million.',
    source: 'Nigeria Tax Act 2025, s.34(1)(a)(i); some newspapers write "or" instead of "and"',
  },
  {
    member: 'threshold.window',
    status: 'OPEN',
    text: 'Any 12 consecutive months that contain the disposal, or the calendar year.',
    source: 'The act says "any 12 consecutive months"; no regulation was found',
  },
  {
    member: 'reinvestment',
    status: 'ENACTED',
    text:
      'Proceeds that are reinvested in Nigerian shares in the same year of assessment are not ' +
      'charged, and a part of them in proportion.',
    source: 'Nigeria Tax Act 2025, s.34(1)(a)(iii)',
  },
  {
    member: 'reinvestment.within',
    status: 'OPEN',
    text: 'The year of assessment, or twelve months.',
    source: `The act says year of assessment; ${PFPC}, says twelve months`,
  },
  {
    member: 'resetBase',
    status: 'STATED',
    text: 'The base of what was held on 2025-12-31 is its cost, or that close if it is higher.',
    source: PFPC,
  },
  {
    member: 'resetBase.per',
    status: 'OPEN',
    text: 'Cost and close are compared for each lot, or for the holding as a whole.',
    source: 'No regulation was found',
  },
  {
    member: 'base',
    status: 'ENACTED',
    text:
      'Lending of securities is not a disposal. The base is the amount paid, and the costs ' +
      'of the ' +
      'disposal are deducted from the proceeds.',
    source: 'Nigeria Tax Act 2025, s.34(1)(a)(ii), s.39(b), s.40',
  },
  {
    member: 'lotMethod',
    status: 'ENACTED',
    text:
      'Of a part that is disposed of, the base is the cost times A / (A + B): A are the proceeds ' +
      'and B is the value of the rest. For equal units this is the average cost.',
    source: 'Nigeria Tax Act 2025, s.41',
  },
  {
    member: 'lotMethod.choice',
    status: 'OPEN',
    text: 'The act names neither average cost nor first in, first out.',
    source: 'No regulation was found',
  },
  {
    member: 'rates.INDIVIDUAL',
    status: 'ENACTED',
    text: 'The gain of an individual is a part of the total income.',
    source: 'Nigeria Tax Act 2025, s.28',
  },
  {
    member: 'rates.INDIVIDUAL.bands',
    status: 'PRESS',
    text:
      '0 % on 800,000, 15 % on 2.2 million, 18 % on 9 million, 21 % on 13 million, 23 % on 25 ' +
      'million, 25 % above.',
    source: 'Guides of dankoresoft.com and fidkon.com',
  },
  {
    member: 'rates.ORGANIZATION',
    status: 'ENACTED',
    text: 'The gain of a company is a part of the total profits.',
    source: 'Nigeria Tax Act 2025, s.27',
  },
  {
    member: 'rates.SMALL_COMPANY',
    status: 'PRESS',
    text:
      '30 %; 0 % for a small company, with a turnover of at most 100 million and assets of at ' +
      'most 250 million.',
    source: 'Guides; some of them say 50 million',
  },
  {
    member: 'rates.reduction',
    status: 'OPEN',
    text: 'A reduction from 30 % to 25 %, and whether the development levy of 4 % is due on gains.',
    source: 'regfollower.com: removed from the gazette; others: there; Nigeria Tax Act 2025, s.59',
  },
  {
    member: 'lossOffset',
    status: 'ENACTED',
    text: 'Losses on disposals are deducted.',
    source: 'Nigeria Tax Act 2025, s.28(3)(b)',
  },
  {
    member: 'lossCarryYears',
    status: 'OPEN',
    text: 'Which gains losses can be deducted from, and how long they can be carried forward.',
    source: 'No regulation was found',
  },
  {
    member: 'exemptPayerClasses.PENSION_FUND',
    status: 'STATED',
    text: 'Pension funds and real estate investment trusts are exempt.',
    source: `${PFPC}; Nigeria Tax Act 2025, s.163(1)(h)`,
  },
  {
    member: 'exemptPayerClasses',
    status: 'ENACTED',
    text: 'Charities, cooperatives, unions and governments are exempt outside of trade.',
    source: 'Nigeria Tax Act 2025, s.163(1)(a)',
  },
  {
    member: 'income.bonds',
    status: 'PRESS',
    text: 'Interest on federal and state bonds is exempt.',
    source: 'primepulsenigeria.com; Nigeria Tax Act 2025, s.163(1)(n)',
  },
  {
    member: 'income.funds',
    status: 'ENACTED',
    text:
      'Distributions of an authorised collective scheme are exempt. The tax class of the fund ' +
      'decides it.',
    source: 'Nigeria Tax Act 2025, s.163(1)(b)',
  },
  {
    member: 'withholding',
    status: 'STATED',
    text: '10 % is withheld from dividends and from interest on deposits.',
    source: 'Withholding regulations of 2024',
  },
  {
    member: 'withholding.double',
    status: 'PRESS',
    text: 'Twice the rate without a tax number, but not on passive income.',
    source: 'Withholding regulations of 2024, as explained by bmoandco.com',
  },
  {
    member: 'withholding.shortTerm',
    status: 'STATED',
    text:
      '10 % is withheld from bills, corporate bonds and commercial paper, but not from federal ' +
      'bonds and bills of the central bank.',
    source: 'Notice of the tax office of 2025-09-17',
  },
  {
    member: 'withholding.final',
    status: 'PRESS',
    text: 'Tax withheld from them is final for individuals, and otherwise a credit.',
    source: 'Press on the notice of 2025-09-17: credit "unless final"',
  },
  {
    member: 'stampDuty',
    status: 'ENACTED',
    text: 'Documents on transfers of shares bear no stamp duty.',
    source: 'Nigeria Tax Act 2025, s.185(h)',
  },
  {
    member: 'stampDuty.note',
    status: 'OPEN',
    text: 'Whether the 0.08 % on contract notes ends in 2026.',
    source: 'No circular of the market was found; ask the depository',
  },
];

const amount = (value: number) => new Decimal(value);

/** Version 1 of the rule for gains on Nigerian shares. */
export const SHIPPED_RULE: RuleBody = {
  jurisdiction: 'NG',
  assetClass: 'EQUITY',
  currency: 'NGN',
  validFrom: businessDate('2026-01-01'),
  lotMethod: 'AVERAGE',
  resetBase: { date: businessDate('2025-12-31'), rule: 'HIGHER_OF_COST_AND_CLOSE', per: 'LOT' },
  threshold: {
    proceedsBelow: amount(150_000_000),
    gainAtMost: amount(10_000_000),
    both: true,
    windowMonths: 12,
    window: 'ANY',
  },
  reinvestment: { assetClasses: ['EQUITY'], within: 'YEAR_OF_ASSESSMENT', proportionate: true },
  lossOffset: 'SAME_CLASS',
  rates: [
    { payerClass: 'ORGANIZATION', percent: amount(30) },
    { payerClass: 'SMALL_COMPANY', percent: amount(0) },
    {
      payerClass: 'INDIVIDUAL',
      bands: [
        { width: amount(800_000), percent: amount(0) },
        { width: amount(2_200_000), percent: amount(15) },
        { width: amount(9_000_000), percent: amount(18) },
        { width: amount(13_000_000), percent: amount(21) },
        { width: amount(25_000_000), percent: amount(23) },
        { percent: amount(25) },
      ],
    },
  ],
  exemptPayerClasses: ['PENSION_FUND', 'REIT', 'GOVERNMENT', 'CHARITY'],
  notes: [...NOTES],
};
