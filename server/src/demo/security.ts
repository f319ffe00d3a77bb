// Demonstration securities: thirty actively traded Lagos shares, and federal bonds. Prices and
// numbers of shares are plausible but not real.

interface DemoShare {
  readonly name: string;
  readonly label: string;
  readonly sector: string;
  /** The initial previous close in naira, rounded to the exchange's tick. */
  readonly price: string;
  readonly sharesOutstanding: bigint;
  /** The first eleven characters of the ISIN, without the check digit. */
  readonly isinBody: string;
}

interface DemoBond {
  readonly name: string;
  readonly label: string;
  readonly couponRate: string;
  readonly maturityDate: string;
  /** The price per 100 of face value. */
  readonly price: string;
}

const BANK = 'Banking';
const FOOD = 'Consumer Goods';
const OIL = 'Oil and Gas';
const CEMENT = 'Industrial Goods';

type Row = readonly [name: string, label: string, sector: string, price: string, millions: bigint];

const ROWS: readonly Row[] = [
  ['ACCESS', 'Access Holdings Plc', BANK, '22.50', 53_318n],
  ['GTCO', 'Guaranty Trust Holding Company Plc', BANK, '94.50', 36_425n],
  ['ZENITHBANK', 'Zenith Bank Plc', BANK, '64.30', 41_070n],
  ['UBA', 'United Bank for Africa Plc', BANK, '41.20', 41_034n],
  ['FIRSTHOLDCO', 'First HoldCo Plc', BANK, '33.15', 41_860n],
  ['STANBIC', 'Stanbic IBTC Holdings Plc', BANK, '104.50', 15_895n],
  ['FIDELITYBK', 'Fidelity Bank Plc', BANK, '19.45', 50_205n],
  ['FCMB', 'FCMB Group Plc', BANK, '10.85', 39_604n],
  ['ETI', 'Ecobank Transnational Incorporated', BANK, '38.00', 24_592n],
  ['MTNN', 'MTN Nigeria Communications Plc', 'Telecommunications', '485.00', 20_995n],
  ['AIRTELAFRI', 'Airtel Africa Plc', 'Telecommunications', '2269.90', 3_653n],
  ['DANGCEM', 'Dangote Cement Plc', CEMENT, '589.50', 16_873n],
  ['BUACEMENT', 'BUA Cement Plc', CEMENT, '164.80', 33_864n],
  ['WAPCO', 'Lafarge Africa Plc', CEMENT, '139.70', 16_108n],
  ['BUAFOODS', 'BUA Foods Plc', FOOD, '745.00', 18_000n],
  ['DANGSUGAR', 'Dangote Sugar Refinery Plc', FOOD, '59.80', 12_147n],
  ['NESTLE', 'Nestle Nigeria Plc', FOOD, '1899.00', 793n],
  ['NB', 'Nigerian Breweries Plc', FOOD, '72.75', 30_983n],
  ['GUINNESS', 'Guinness Nigeria Plc', FOOD, '208.50', 2_190n],
  ['NASCON', 'NASCON Allied Industries Plc', FOOD, '104.90', 2_702n],
  ['UNILEVER', 'Unilever Nigeria Plc', FOOD, '70.10', 5_745n],
  ['SEPLAT', 'Seplat Energy Plc', OIL, '5790.00', 589n],
  ['ARADEL', 'Aradel Holdings Plc', OIL, '679.50', 4_345n],
  ['OANDO', 'Oando Plc', OIL, '41.85', 12_431n],
  ['TRANSCORP', 'Transnational Corporation Plc', 'Conglomerates', '45.60', 10_163n],
  ['UACN', 'UAC of Nigeria Plc', 'Conglomerates', '74.95', 2_926n],
  ['TRANSPOWER', 'Transcorp Power Plc', 'Utilities', '309.80', 7_500n],
  ['GEREGU', 'Geregu Power Plc', 'Utilities', '1139.50', 2_500n],
  ['PRESCO', 'Presco Plc', 'Agriculture', '1439.90', 1_000n],
  ['JAPAULGOLD', 'Japaul Gold and Ventures Plc', 'Services', '2.34', 6_263n],
];

const ISIN_BODIES: Readonly<Record<string, string>> = {
  ZENITHBANK: 'NGZENITHBNK',
  FIDELITYBK: 'NGFIDELITYB',
  FIRSTHOLDCO: 'NGFBNH00000',
  AIRTELAFRI: 'GB00BKDRYJ4',
  JAPAULGOLD: 'NGJAPAULOIL',
  TRANSPOWER: 'NGTRANSPOWR',
};

/** The shares, ordered by id. */
export const DEMO_SHARES: readonly DemoShare[] = ROWS.map(
  ([name, label, sector, price, millions]) => ({
    name,
    label,
    sector,
    price,
    sharesOutstanding: millions * 1_000_000n,
    isinBody: ISIN_BODIES[name] ?? `NG${name.padEnd(9, '0')}`,
  }),
);

/** Bonds of the Federal Government of Nigeria. One unit has a face value of 1,000 naira. */
export const DEMO_BONDS: readonly DemoBond[] = [
  {
    name: 'FG162027S1',
    label: '16.2884% FGN MAR 2027',
    couponRate: '16.2884',
    maturityDate: '2027-03-17',
    price: '99.85',
  },
  {
    name: 'FG132028S1',
    label: '13.98% FGN FEB 2028',
    couponRate: '13.98',
    maturityDate: '2028-02-23',
    price: '97.40',
  },
  {
    name: 'FG142029S1',
    label: '14.55% FGN APR 2029',
    couponRate: '14.55',
    maturityDate: '2029-04-26',
    price: '98.15',
  },
  {
    name: 'FG192033S1',
    label: '19.89% FGN MAY 2033',
    couponRate: '19.89',
    maturityDate: '2033-05-15',
    price: '118.60',
  },
];
