// Rows in which one field of a fill report is absent, empty, malformed, duplicated or set to
// another value.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import {
  drop,
  FILLED,
  type Misbehaviour,
  type Outcome,
  type Plain,
  put,
  REJECTED,
  reportsOf,
  rows,
  twice,
} from './row.js';

const UNREAD: Outcome = { items: ['MALFORMED'] };
const LONG = '9'.repeat(30);

/** Returns every row of this kind for a version. */
export function memberRows(version: BeginString): readonly Misbehaviour[] {
  const { fill } = reportsOf(version);
  return [
    ...rows(absent(fill)),
    ...rows(empty(fill), { hears: REJECTED }),
    ...rows(malformed(fill), { hears: REJECTED }),
    ...rows(repeated(fill), { hears: REJECTED }),
    ...rows(otherNames(fill)),
    ...rows(otherCounts(fill)),
    ...rows(oddQuantities(fill)),
    ...rows(oddPrices(fill)),
    ...rows(oddDates(fill)),
    ...rows(oddTexts(fill)),
    ...(version === 'FIX.4.2' ? transactions(fill) : []),
  ];
}

/** Tag 39 determines the order's next status. Without it, the order needs a person's attention. */
const UNSAID: Outcome = { status: 'EXECUTING', filled: 100n, items: ['QUANTITY_DIFFERS'] };

function absent(fill: string): Plain[] {
  const outcomes: readonly (readonly [number, string, Outcome])[] = [
    [37, 'OrderID', FILLED],
    [11, 'ClOrdID', { elsewhere: ['UNKNOWN_ORDER'] }],
    [17, 'ExecID', UNREAD],
    [150, 'ExecType', FILLED],
    [39, 'OrdStatus', UNSAID],
    [54, 'Side', FILLED],
    [55, 'Symbol', FILLED],
    [151, 'LeavesQty', FILLED],
    [14, 'CumQty', FILLED],
    [6, 'AvgPx', FILLED],
    [32, 'LastQty', UNREAD],
    [31, 'LastPx', UNREAD],
    [60, 'TransactTime', FILLED],
  ];
  return outcomes.map(([tag, name, after]) => [`a fill without ${name}`, drop(fill, tag), after]);
}

function empty(fill: string): Plain[] {
  const outcomes: readonly (readonly [number, string, Outcome])[] = [
    [37, 'OrderID', FILLED],
    [11, 'ClOrdID', { elsewhere: ['MALFORMED'] }],
    [17, 'ExecID', UNREAD],
    [150, 'ExecType', FILLED],
    [39, 'OrdStatus', UNSAID],
    [54, 'Side', FILLED],
    [55, 'Symbol', FILLED],
    [151, 'LeavesQty', FILLED],
    [14, 'CumQty', FILLED],
    [6, 'AvgPx', FILLED],
    [32, 'LastQty', UNREAD],
    [31, 'LastPx', UNREAD],
    [60, 'TransactTime', FILLED],
  ];
  return outcomes.map(([tag, name, after]) => [
    `a fill with an empty ${name}`,
    put(fill, tag, ''),
    after,
  ]);
}

/** Rows with a value in a format that the tag does not allow. */
function malformed(fill: string): Plain[] {
  return [
    ['a fill whose ExecType has two letters', put(fill, 150, 'FF'), UNREAD],
    ['a fill whose OrdStatus has two digits', put(fill, 39, '22'), UNREAD],
    ['a fill whose Side is a word', put(fill, 54, 'BUY'), UNREAD],
    ['a fill whose LeavesQty is a word', put(fill, 151, 'none'), UNREAD],
    ['a fill whose CumQty has an exponent', put(fill, 14, '1e2'), UNREAD],
    ['a fill whose AvgPx is a dash', put(fill, 6, '-'), UNREAD],
    ['a fill whose LastQty has an exponent', put(fill, 32, '1e2'), UNREAD],
    ['a fill whose LastQty has a plus sign', put(fill, 32, '+100'), UNREAD],
    ['a fill whose LastQty parts thousands', put(fill, 32, '1,00'), UNREAD],
    ['a fill whose LastQty has a blank before it', put(fill, 32, ' 100'), UNREAD],
    ['a fill whose LastQty is hexadecimal', put(fill, 32, '0x64'), UNREAD],
    ['a fill whose LastPx is no number', put(fill, 31, 'NaN'), UNREAD],
    ['a fill whose LastPx is infinite', put(fill, 31, 'Infinity'), UNREAD],
    ['a fill whose LastPx has an exponent', put(fill, 31, '2.5e1'), UNREAD],
    ['a fill whose LastPx has two points', put(fill, 31, '25.0.0'), UNREAD],
    ['a fill whose LastPx has a currency', put(fill, 31, 'NGN25'), UNREAD],
    ['a fill whose TransactTime is a date', put(fill, 60, '20261125'), FILLED],
    ['a fill whose TransactTime is of ISO 8601', put(fill, 60, '2026-11-25T10:00:00Z'), FILLED],
    ['a fill whose TradeDate has dashes', put(fill, 75, '2026-11-25'), FILLED],
    ['a fill whose SettlDate is a word', put(fill, 64, 'tomorrow'), FILLED],
  ];
}

/**
 * Rows with a tag given twice. A different second value makes the report doubtful if the tag is
 * decisive, and is harmless in any other tag. An equal second value is always harmless.
 */
function repeated(fill: string): Plain[] {
  return [
    ['a fill with two OrderIDs', twice(fill, 37, 'O2'), UNREAD],
    ['a fill with two ClOrdIDs', twice(fill, 11, 'OTHER'), UNREAD],
    ['a fill with two ExecIDs', twice(fill, 17, 'OTHER'), UNREAD],
    ['a fill with two ExecTypes', twice(fill, 150, '0'), UNREAD],
    ['a fill with two OrdStatuses', twice(fill, 39, '1'), UNREAD],
    ['a fill with two Sides', twice(fill, 54, '2'), UNREAD],
    ['a fill with two Symbols', twice(fill, 55, 'ZENITHBANK'), UNREAD],
    ['a fill with two LeavesQtys', twice(fill, 151, '50'), UNREAD],
    ['a fill with two CumQtys', twice(fill, 14, '50'), UNREAD],
    ['a fill with two AvgPxs', twice(fill, 6, '24.00'), UNREAD],
    ['a fill with two LastQtys', twice(fill, 32, '50'), UNREAD],
    ['a fill with two LastPxs', twice(fill, 31, '24.00'), UNREAD],
    ['a fill with two TransactTimes', twice(fill, 60, '20200101-00:00:00'), FILLED],
    ['a fill with the same LastQty twice', twice(fill, 32, '100'), FILLED],
    ['a fill with the same ExecID twice', twice(fill, 17, '%'), FILLED],
    ['a fill with an empty LastPx behind the right one', twice(fill, 31, ''), FILLED],
  ];
}

function otherNames(fill: string): Plain[] {
  const differs = (...items: string[]): Outcome => ({ ...FILLED, items });
  return [
    ['a fill with the OrderID of nothing', put(fill, 37, 'OTHER'), FILLED],
    ['a fill of an unknown ClOrdID', put(fill, 11, 'NOBODYS'), { elsewhere: ['UNKNOWN_ORDER'] }],
    ['a fill whose ClOrdID has a blank', put(fill, 11, '$ '), { elsewhere: ['UNKNOWN_ORDER'] }],
    ['a fill of the other side', put(fill, 54, '2'), differs('SIDE_DIFFERS')],
    ['a fill of a short sale', put(fill, 54, '5'), differs('SIDE_DIFFERS')],
    ['a fill of a buy minus', put(fill, 54, '3'), FILLED],
    ['a fill whose side is undisclosed', put(fill, 54, '7'), FILLED],
    ['a fill whose side is as defined', put(fill, 54, 'B'), FILLED],
    ['a fill of another symbol', put(fill, 55, 'ZENITHBANK'), differs('SYMBOL_DIFFERS')],
    ['a fill of a symbol in small letters', put(fill, 55, 'access'), FILLED],
    ['a fill whose symbol is not applicable', put(fill, 55, '[N/A]'), FILLED],
    ['a fill of an unknown symbol', put(fill, 55, 'ÄÖÜ'), differs('SYMBOL_DIFFERS')],
    ['a fill with the ISIN of another', `${fill}|48=US0378331005|22=4`, differs('SYMBOL_DIFFERS')],
    ['a fill with a CUSIP', `${fill}|48=037833100|22=1`, FILLED],
    ['a fill with a SecurityID of no source', `${fill}|48=US0378331005`, FILLED],
    ['a fill with a source of no SecurityID', `${fill}|22=4`, FILLED],
    ['a fill in another currency', put(fill, 15, 'USD'), differs('CURRENCY_DIFFERS')],
    ['a fill in its currency in small letters', put(fill, 15, 'ngn'), FILLED],
    [
      'a fill in a currency that does not exist',
      put(fill, 15, 'XXXX'),
      differs('CURRENCY_DIFFERS'),
    ],
    [
      'a fill of the other side of another symbol in another currency',
      put(put(put(fill, 54, '2'), 55, 'ZENITHBANK'), 15, 'USD'),
      differs('SIDE_DIFFERS', 'SYMBOL_DIFFERS', 'CURRENCY_DIFFERS'),
    ],
  ];
}

function otherCounts(fill: string): Plain[] {
  const differs = (...items: string[]): Outcome => ({ ...FILLED, items });
  return [
    ['a fill with a CumQty below its own quantity', put(fill, 14, '50'), differs('FILLS_DIFFER')],
    ['a fill with a CumQty of zero', put(fill, 14, '0'), differs('FILLS_DIFFER')],
    ['a fill with a CumQty above its own quantity', put(fill, 14, '300'), differs('FILLS_DIFFER')],
    ['a fill with a negative CumQty', put(fill, 14, '-100'), FILLED],
    ['a fill with a CumQty of thirty digits', put(fill, 14, LONG), FILLED],
    ['the last fill with units left', put(fill, 151, '50'), differs('QUANTITY_DIFFERS')],
    ['the last fill with a negative rest', put(fill, 151, '-1'), FILLED],
    ['a fill of an order of twice the units', put(fill, 38, '200'), differs('QUANTITY_DIFFERS')],
    ['a fill of an order of no units', put(fill, 38, '0'), FILLED],
    ['a fill of an order of units and a part', put(fill, 38, '100.5'), FILLED],
    ['a fill with another average', put(fill, 6, '24.00'), differs('AVERAGE_PRICE_DIFFERS')],
    ['a fill without an average', put(fill, 6, '0'), FILLED],
    ['a fill whose average is rounded', put(fill, 6, '25.0049'), FILLED],
    ['a fill whose average is negative', put(fill, 6, '-25'), differs('AVERAGE_PRICE_DIFFERS')],
    ['a fill at its limit that names another', put(fill, 44, '24.00'), FILLED],
  ];
}

function oddQuantities(fill: string): Plain[] {
  const beyond = (...items: string[]): Outcome => ({ status: 'EXECUTED', filled: 200n, items });
  return [
    [
      'a fill of more units than the order',
      put(put(fill, 32, '200'), 14, '200'),
      beyond('OVERFILLED'),
    ],
    [
      'a fill of more units than its CumQty',
      put(fill, 32, '200'),
      beyond('OVERFILLED', 'FILLS_DIFFER'),
    ],
    ['a fill of no units', put(fill, 32, '0'), UNREAD],
    ['a fill of negative units', put(fill, 32, '-100'), UNREAD],
    ['a fill of units and a half', put(fill, 32, '100.5'), UNREAD],
    ['a fill of units with zeros behind the point', put(fill, 32, '100.000'), FILLED],
    ['a fill of units with zeros before them', put(fill, 32, '000100'), FILLED],
    ['a fill of units with a point at the end', put(fill, 32, '100.'), FILLED],
    ['a fill of units of thirty digits', put(fill, 32, LONG), UNREAD],
    [
      'a fill of units that no account holds',
      put(fill, 32, '9'.repeat(18)),
      { items: ['NOT_BOOKED'] },
    ],
    ['a fill of less than a unit', put(fill, 32, '0.9'), UNREAD],
  ];
}

function oddPrices(fill: string): Plain[] {
  const differs = (...items: string[]): Outcome => ({ ...FILLED, items });
  const at = (price: string) => put(put(fill, 31, price), 6, price);
  return [
    ['a fill at no price', put(fill, 31, '0'), UNREAD],
    ['a fill at a negative price', put(fill, 31, '-25.00'), UNREAD],
    ['a fill beyond the limit', at('26.00'), differs('PRICE_BEYOND_LIMIT')],
    ['a fill whose point has moved', at('2500'), differs('PRICE_BEYOND_LIMIT')],
    ['a fill just beyond the limit', at('25.0000000001'), differs('PRICE_BEYOND_LIMIT')],
    ['a fill far below the limit', at('0.01'), FILLED],
    ['a fill at a price of eleven decimals', put(fill, 31, '24.12345678901'), UNREAD],
    ['a fill at a price without a digit before the point', put(fill, 31, '.50'), UNREAD],
    ['a fill at a price with a point at the end', put(fill, 31, '25.'), UNREAD],
    ['a fill at a price of thirty digits', put(fill, 31, LONG), UNREAD],
    ['a fill at a price that no account holds', at('9'.repeat(15)), { items: ['NOT_BOOKED'] }],
  ];
}

function oddDates(fill: string): Plain[] {
  return [
    ['a fill of six years ago', put(fill, 60, '20200101-10:00:00'), FILLED],
    ['a fill of the next century', put(fill, 60, '21260101-10:00:00'), FILLED],
    ['a fill by the microsecond', put(fill, 60, '20261125-10:00:00.123456'), FILLED],
    ['a fill by the picosecond', put(fill, 60, '20261125-10:00:00.123456789'), FILLED],
    ['a fill in a leap second', put(fill, 60, '20261231-23:59:60'), FILLED],
    ['a fill in the thirteenth month', put(fill, 60, '20261325-10:00:00'), FILLED],
    ['a fill at the twenty-fifth hour', put(fill, 60, '20261125-25:00:00'), FILLED],
    ['a fill of a trade date in the future', put(fill, 75, '20991231'), FILLED],
    ['a fill of a trade date before its order', put(fill, 75, '20000101'), FILLED],
    ['a fill of a trade date that does not exist', put(fill, 75, '20260230'), FILLED],
    ['a fill of a trade date of zeros', put(fill, 75, '00000000'), FILLED],
    [
      'a fill that settles before it is dealt',
      put(fill, 64, '19990101'),
      { ...FILLED, items: ['SETTLEMENT_DATE_DIFFERS'] },
    ],
  ];
}

function oddTexts(fill: string): Plain[] {
  return [
    ['a fill with a text of sixty thousand characters', `${fill}|58=${'x'.repeat(60_000)}`, FILLED],
    ['a fill with a text of bytes above 127', `${fill}|58=\u00e9\u00ff\u0080`, FILLED],
    ['a fill with a text of control characters', `${fill}|58=\u0002\u0007\u001b[2J`, FILLED],
    ['a fill with a text that looks like SQL', `${fill}|58='; drop table trade_order; --`, FILLED],
    ['a fill with a text of markup', `${fill}|58=<script>alert(1)</script>`, FILLED],
    ['a fill with an equals sign in its text', `${fill}|58=35=D=8=FIX.4.4=`, FILLED],
    ['a fill with tags of users', `${fill}|5001=a|9999=b|20000=c`, FILLED],
    ['a fill with a tag that does not exist', `${fill}|4999=x`, FILLED],
    ['a fill with tag zero', `${fill}|0=x`, FILLED],
    ['a fill with a negative tag', `${fill}|-1=x`, FILLED],
    ['a fill with fifteen hundred tags', `${fill}${userTags(1_500)}`, FILLED],
  ];
}

/** Rows about ExecTransType, which exists only in FIX 4.2. */
function transactions(fill: string): Misbehaviour[] {
  return [
    ...rows([
      ['a fill without ExecTransType', drop(fill, 20), FILLED],
      ['a fill of an ExecTransType that does not exist', put(fill, 20, '9'), FILLED],
      ['a bust in ExecTransType that names no fill', put(fill, 20, '1'), UNREAD],
      ['a correction in ExecTransType that names no fill', put(fill, 20, '2'), UNREAD],
      ['a status in ExecTransType with a fill', put(fill, 20, '3'), { items: ['FILLS_DIFFER'] }],
    ]),
    ...rows(
      [
        ['a fill with an empty ExecTransType', put(fill, 20, ''), FILLED],
        ['a fill with two ExecTransTypes', twice(fill, 20, '1'), UNREAD],
      ],
      { hears: REJECTED },
    ),
  ];
}

function userTags(count: number): string {
  return Array.from({ length: count }, (_, at) => `|${20_000 + at}=x`).join('');
}
