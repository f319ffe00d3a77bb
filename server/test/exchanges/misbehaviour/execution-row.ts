// Executions in an unusual order: duplicated, late or early, with corrections and busts.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import {
  drop,
  FILLED,
  HALF_FILLED,
  type Misbehaviour,
  type Outcome,
  type Plain,
  put,
  type Reports,
  reportsOf,
  rows,
  type Speech,
} from './row.js';

/** Returns every row of this kind for a version. */
export function executionRows(version: BeginString): readonly Misbehaviour[] {
  const reports = reportsOf(version);
  return rows([
    ...duplicates(reports),
    ...sequences(reports),
    ...afterTheEnd(reports),
    ...names(reports),
    ...corrections(reports),
    ...busts(reports),
    ...chains(reports),
  ]);
}

const SUSPECTED = 'DUPLICATE_EXECUTION_SUSPECTED';

function duplicates({ say, fill, half, rest }: Reports): Plain[] {
  const suspected: Outcome = { ...FILLED, items: [SUSPECTED] };
  const again = put(put(half, 17, '%x'), 151, '50');
  return [
    ['a fill twice', [fill, fill], { ...FILLED, ignored: ['DUPLICATE'] }],
    [
      'a fill five times',
      Array.from({ length: 5 }, () => fill),
      { ...FILLED, ignored: ['DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE'] },
    ],
    [
      'a fill again as a possible resend',
      [fill, `${fill}`.replace('34=#', '34=#|97=Y')],
      { ...FILLED, ignored: ['DUPLICATE'] },
    ],
    ['an ExecID again with other units', [fill, put(fill, 32, '50')], suspected],
    ['an ExecID again at another price', [fill, put(fill, 31, '24.00')], suspected],
    [
      'an ExecID again with other units, twice',
      [fill, put(fill, 32, '50'), put(fill, 32, '30')],
      { ...FILLED, items: [SUSPECTED, SUSPECTED] },
    ],
    [
      'two fills without ExecIDs',
      [drop(half, 17), drop(put(rest, 32, '30'), 17)],
      { items: ['MALFORMED', 'MALFORMED'] },
    ],
    [
      'a fill without an ExecID twice',
      [drop(half, 17), drop(half, 17)],
      { items: ['MALFORMED', 'MALFORMED'] },
    ],
    [
      'an ExecID again as a bust',
      [fill, say({ type: 'H', status: '2', cum: 100, ref: '' })],
      suspected,
    ],
    [
      'another ExecID with the same figures and no higher count',
      [half, again],
      { ...HALF_FILLED, items: [SUSPECTED] },
    ],
    ['another ExecID with the same figures and a higher count', [half, rest], FILLED],
    [
      'a fill, its duplicate, and the next fill',
      [half, half, rest],
      { ...FILLED, ignored: ['DUPLICATE'] },
    ],
  ];
}

function sequences({ say, fill, half, rest, accepted }: Reports): Plain[] {
  const early = say({ type: 'F', status: '1', fill: [50, '25.00'], cum: 50, exec: 'h' });
  return [
    [
      'a fill before the order is accepted',
      [fill, accepted],
      { ...FILLED, items: ['FILLS_DIFFER'] },
    ],
    [
      'half a fill before the order is accepted',
      [half, accepted],
      { ...HALF_FILLED, items: ['FILLS_DIFFER'] },
    ],
    ['an order accepted twice', [accepted, put(accepted, 17, '%2'), fill], FILLED],
    ['an order pending after it was accepted', [accepted, pendingNew(say), fill], FILLED],
    [
      'the second half before the first',
      [rest, early],
      { ...FILLED, filled: 50n, items: ['FILLS_DIFFER', SUSPECTED] },
    ],
    [
      'two fills with their counts exchanged',
      [
        say({ type: 'F', status: '2', fill: [60, '25.00'], cum: 100, exec: 'b' }),
        say({ type: 'F', status: '1', fill: [40, '25.00'], cum: 40, exec: 'a' }),
      ],
      { ...FILLED, items: ['FILLS_DIFFER'] },
    ],
    [
      'a fill of all units that is called partial',
      put(fill, 39, '1'),
      { status: 'EXECUTING', filled: 100n, items: ['QUANTITY_DIFFERS'] },
    ],
    [
      'a fill of half the units that is called complete',
      say({ type: 'F', status: '2', fill: [50, '25.00'], cum: 50 }),
      { status: 'EXECUTED', filled: 50n, items: ['QUANTITY_DIFFERS'] },
    ],
    ['a hundred fills of one unit', ones(say, 100), FILLED],
    [
      'twenty fills of five units, backwards',
      fives(say).reverse(),
      { ...FILLED, filled: 95n, items: ['FILLS_DIFFER', SUSPECTED] },
    ],
  ];
}

/** Returns fills of one unit each, all at different prices. */
export function ones(say: Speech, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    say({
      ...{ type: 'F', status: at + 1 === count ? '2' : '1', cum: at + 1, exec: `u${at}` },
      ...{ leaves: count - at - 1, fill: [1, `2${at % 5}.00`], average: '0' },
    }),
  );
}

function fives(say: Speech): string[] {
  return Array.from({ length: 20 }, (_, at) =>
    say({
      ...{ type: 'F', status: at === 19 ? '2' : '1', cum: 5 * at + 5, exec: `v${at}` },
      ...{ leaves: 95 - 5 * at, fill: [5, '25.00'], average: '0' },
    }),
  );
}

function pendingNew(say: Speech): string {
  return say({ type: 'A', status: 'A', exec: 'p' });
}

function afterTheEnd({ say, fill, half, rest, accepted }: Reports): Plain[] {
  const end = (type: string, cum = 0) => say({ type, status: type, cum, leaves: 0, exec: 'e' });
  const late = (status: string): Outcome => ({ status, filled: 100n });
  return [
    ['a fill after the order was cancelled', [end('4'), fill], late('CANCELLED')],
    ['a fill after the order expired', [end('C'), fill], late('EXPIRED')],
    ['a fill after the order was rejected', [end('8'), fill], late('CANCELLED')],
    ['a fill after done for day', [end('3'), fill], late('EXPIRED')],
    [
      'a fill after the order was filled',
      [fill, put(fill, 17, '%2')],
      { ...FILLED, items: [SUSPECTED] },
    ],
    [
      'one more unit after the order was filled',
      [fill, more(say)],
      { status: 'EXECUTED', filled: 101n, items: ['OVERFILLED'] },
    ],
    ['an acceptance after the end', [end('4'), accepted], { status: 'CANCELLED' }],
    ['a rejection after the acceptance', [accepted, end('8')], { status: 'REJECTED' }],
    ['a rejection after half a fill', [half, end('8', 50)], { status: 'CANCELLED', filled: 50n }],
    ['a cancellation after the fill', [fill, end('4', 100)], FILLED],
    ['two ends', [end('4'), put(end('C'), 17, '%2')], { status: 'CANCELLED' }],
    ['an end that lost a fill', [half, end('4', 100)], { ...HALF_FILLED, items: ['FILLS_DIFFER'] }],
    [
      'an end that lost a fill, and the fill',
      [half, end('4', 100), rest],
      { ...FILLED, items: ['FILLS_DIFFER'] },
    ],
    [
      'an end that knows fewer fills than there are',
      [half, end('4', 0)],
      { status: 'CANCELLED', filled: 50n, items: ['FILLS_DIFFER'] },
    ],
    [
      'filled without a fill',
      say({ type: '2', status: '2', cum: 100 }),
      {
        items: ['MALFORMED'],
      },
    ],
  ];
}

function more(say: Speech): string {
  return say({
    type: 'F',
    status: '2',
    fill: [1, '24.00'],
    cum: 101,
    leaves: 0,
    exec: 'm',
    average: '0',
  });
}

function names({ fill, half, rest, accepted }: Reports): Plain[] {
  const wrong = put(fill, 11, 'NOBODYS');
  return [
    ['a fill that names its order by OrigClOrdID', `${wrong}|41=$`, FILLED],
    [
      'a fill that names its order by OrigClOrdID alone',
      `${fill.replace('|11=$', '')}|41=$`,
      FILLED,
    ],
    [
      'a fill that names its order by OrderID alone',
      [accepted, fill.replace('|11=$', '')],
      { status: 'EXECUTING', items: ['UNKNOWN_ORDER'] },
    ],
    ['a fill whose OrigClOrdID names no order', `${fill}|41=NOBODYS`, FILLED],
    ['a fill whose OrderID changes on the way', [half, put(rest, 37, 'OTHER')], FILLED],
    ['a fill with a secondary ClOrdID', `${fill}|526=NOBODYS`, FILLED],
  ];
}

function corrections({ say, half }: Reports): Plain[] {
  const G = { type: 'G', status: '1', ref: 'h', exec: 'g' } as const;
  const to = (units: number, price = '24.00') =>
    say({ ...G, fill: [units, price], cum: units, average: '0' });
  const half100: Outcome = { status: 'EXECUTING', filled: 50n };
  const lost = ['UNKNOWN_EXECUTION_REFERENCE'];
  return [
    ['a correction of a price', [half, to(50)], half100],
    ['a correction to fewer units', [half, to(30)], { status: 'EXECUTING', filled: 30n }],
    [
      'a correction twice',
      [half, to(30), to(30)],
      { status: 'EXECUTING', filled: 30n, ignored: ['DUPLICATE'] },
    ],
    [
      'a correction to more units than the order',
      [half, to(150)],
      { status: 'EXECUTING', filled: 150n, items: ['OVERFILLED'] },
    ],
    ['a correction to no units', [half, to(0)], { ...half100, items: ['MALFORMED'] }],
    ['a correction to no price', [half, to(50, '0')], { ...half100, items: ['MALFORMED'] }],
    [
      'a correction of nothing that it names',
      [half, to(30).replace('|19=%h', '')],
      { ...half100, items: ['MALFORMED'] },
    ],
    ['a correction of an unknown fill', to(50), { ...half100, items: lost }],
    [
      'a correction before its fill',
      [to(30), put(put(put(half, 14, '30'), 151, '70'), 6, '0')],
      { status: 'EXECUTING', filled: 30n, items: lost },
    ],
    [
      'a correction of itself',
      [half, to(30).replace('19=%h', '19=%g')],
      {
        status: 'EXECUTING',
        filled: 80n,
        items: ['UNKNOWN_EXECUTION_REFERENCE', 'FILLS_DIFFER'],
      },
    ],
  ];
}

function busts({ say, fill, half, accepted }: Reports): Plain[] {
  const bust = (exec: string, ref: string) => say({ type: 'H', status: '0', exec, ref });
  const open: Outcome = { status: 'EXECUTING' };
  const lost = ['UNKNOWN_EXECUTION_REFERENCE'];
  return [
    ['a bust of a complete fill', [fill, bust('x', '')], open],
    ['a bust of half a fill', [half, bust('x', 'h')], open],
    ['a bust twice', [half, bust('x', 'h'), bust('x', 'h')], { ...open, ignored: ['DUPLICATE'] }],
    ['two busts of one fill', [half, bust('x', 'h'), bust('y', 'h')], open],
    ['a bust of an unknown fill', [accepted, bust('x', 'zz')], { ...open, items: lost }],
    [
      'a bust before its fill',
      [bust('x', 'h'), put(put(half, 14, '0'), 151, '100')],
      { ...open, items: lost },
    ],
    [
      'a bust without a reference',
      [half, bust('x', 'h').replace('|19=%h', '')],
      { ...HALF_FILLED, items: ['MALFORMED'] },
    ],
    ['a bust with other figures', [half, `${bust('x', 'h')}|32=7|31=1.00`], open],
    ['a bust of a bust', [half, bust('x', 'h'), bust('y', 'x')], open],
    [
      'a bust, and the fill again under another ExecID',
      [half, bust('x', 'h'), put(half, 17, '%k')],
      HALF_FILLED,
    ],
    [
      'a bust of itself',
      [half, bust('x', 'x')],
      {
        ...HALF_FILLED,
        items: ['UNKNOWN_EXECUTION_REFERENCE', 'FILLS_DIFFER'],
      },
    ],
  ];
}

function chains({ say, half }: Reports): Plain[] {
  const correct = (exec: string, ref: string, units: number) =>
    say({ type: 'G', status: '1', exec, ref, fill: [units, '24.00'], cum: units, average: '0' });
  const bust = (exec: string, ref: string) => say({ type: 'H', status: '0', exec, ref });
  const open = (filled: bigint): Outcome => ({ status: 'EXECUTING', filled });
  return [
    [
      'a correction of a correction',
      [half, correct('a', 'h', 40), correct('b', 'a', 30)],
      open(30n),
    ],
    [
      'two corrections of one fill',
      [half, correct('a', 'h', 40), correct('b', 'h', 30)],
      open(30n),
    ],
    ['a bust of a correction', [half, correct('a', 'h', 40), bust('b', 'a')], open(0n)],
    ['a bust of a corrected fill', [half, correct('a', 'h', 40), bust('b', 'h')], open(0n)],
    [
      'a correction of a busted fill',
      [half, bust('a', 'h'), correct('b', 'h', 40)],
      { ...open(0n), items: ['FILLS_DIFFER'] },
    ],
    [
      'a chain of twenty corrections',
      [
        half,
        correct('0', 'h', 49),
        ...Array.from({ length: 19 }, (_, at) => correct(`${at + 1}`, `${at}`, 48 - at)),
      ],
      open(30n),
    ],
    [
      'two corrections that name each other',
      [half, correct('a', 'b', 40), correct('b', 'a', 30)],
      { ...open(80n), items: ['UNKNOWN_EXECUTION_REFERENCE', 'FILLS_DIFFER'] },
    ],
  ];
}
