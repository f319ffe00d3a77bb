// Responses to our requests, and unsolicited changes: cancels, replacements, restatements,
// rejections, and other reports about an order's state.

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
export function changeRows(version: BeginString): readonly Misbehaviour[] {
  const reports = reportsOf(version);
  return [
    ...rows(cancelled(reports), { asks: 'CANCEL' }),
    ...rows(notCancelled(reports), { asks: 'CANCEL' }),
    ...rows(replaced(reports), { asks: 'REPLACE' }),
    ...rows(unrequested(reports)),
    ...rows(restated(reports)),
    ...rows(refusals()),
    ...rows(held(reports)),
    ...rows(answers(reports)),
    ...rows(oddAnswers(reports)),
  ];
}

const OPEN: Outcome = { status: 'EXECUTING' };
const CANCELLED: Outcome = { status: 'CANCELLED' };
const OF_CHANGE = '{c}';
/** The exchange rejects our request, and the order does not change. */
const STANDS: Outcome = { ...OPEN, ignored: ['CANCEL_REJECT'] };
/** A status response that changes nothing. */
const AGREED: Outcome = { ...OPEN, ignored: ['AGREES'] };

/** Returns a rejection of our request `{c}` to change the order `$`. */
function refused(pairs = ''): string {
  return `35=9|34=#|37=O$|11={c}|41=$|39=0|434=1|102=0${pairs}`;
}

function cancelled({ say, fill, half }: Reports): Plain[] {
  const ended = (cum = 0, id = OF_CHANGE) =>
    say({ type: '4', status: '4', cum, leaves: 0, id, exec: 'c', more: '41=$' });
  const pending = say({ type: '6', status: '6', id: OF_CHANGE, exec: 'p', more: '41=$' });
  const crossing = put(half, 39, '6');
  return [
    ['a cancel that is done', ended(), CANCELLED],
    [
      'a cancel that is pending twice and done',
      [pending, put(pending, 17, '%q'), ended()],
      CANCELLED,
    ],
    ['a cancel that is done under the old ClOrdID', drop(ended(0, '$'), 41), CANCELLED],
    ['a cancel that is done twice', [ended(), put(ended(), 17, '%d')], CANCELLED],
    [
      'a fill that crosses the cancel',
      [pending, crossing, ended(50)],
      { ...CANCELLED, filled: 50n },
    ],
    [
      'a fill that crosses the cancel under its ClOrdID',
      [put(crossing, 11, OF_CHANGE), ended(50)],
      { ...CANCELLED, filled: 50n },
    ],
    [
      'a cancel that is done before the fill that it includes',
      [ended(50), half],
      { ...HALF_FILLED, items: ['FILLS_DIFFER'] },
    ],
    ['a complete fill in place of the cancel', [pending, fill], FILLED],
  ];
}

function notCancelled({ say, half, rest }: Reports): Plain[] {
  const ended = say({ type: '4', status: '4', leaves: 0, id: OF_CHANGE, exec: 'c', more: '41=$' });
  return [
    ['a refused cancel', refused(), STANDS],
    ['a cancel refused for a reason that does not exist', put(refused(), 102, '4711'), STANDS],
    ['a cancel refused as if it were a replacement', put(refused(), 434, '2'), STANDS],
    ['a cancel refused because the order is unknown', put(refused(), 39, '8'), STANDS],
    ['a cancel refused without an OrdStatus', drop(refused(), 39), STANDS],
    [
      'a cancel refused twice',
      [refused(), refused()],
      { ...OPEN, ignored: ['CANCEL_REJECT', 'CANCEL_REJECT'] },
    ],
    [
      'a cancel refused, then done',
      [refused(), ended],
      { ...CANCELLED, ignored: ['CANCEL_REJECT'] },
    ],
    [
      'a cancel done, then refused',
      [ended, refused()],
      { ...CANCELLED, ignored: ['CANCEL_REJECT'] },
    ],
    [
      'a cancel refused between two fills',
      [half, refused(), rest],
      { ...FILLED, ignored: ['CANCEL_REJECT'] },
    ],
    ['a cancel refused under the old ClOrdID', put(refused(), 11, '$'), STANDS],
  ];
}

/** Rows in which the exchange replaces the order with one for 200 units. */
function replaced({ say, half, rest }: Reports): Plain[] {
  const done = (units: number | undefined, exec = 'c') =>
    say({
      ...{ type: '5', status: '0', leaves: units ?? 200, id: OF_CHANGE, exec },
      more: units === undefined ? '41=$' : `41=$|38=${units}`,
    });
  const larger: Outcome = { ...OPEN, quantity: 200n };
  const pending = say({ type: 'E', status: 'E', id: OF_CHANGE, exec: 'p', more: '41=$' });
  const refusal = put(refused(), 434, '2');
  return [
    ['a replacement that is done', done(200), larger],
    ['a replacement that does not repeat its units', done(undefined), larger],
    ['a replacement that is done twice', [done(200), done(200, 'd')], larger],
    [
      'a replacement by other units than we requested',
      done(150),
      { ...OPEN, quantity: 150n, items: ['QUANTITY_DIFFERS'] },
    ],
    [
      'a fill that crosses the replacement',
      [pending, put(half, 39, 'E'), put(put(done(200), 14, '50'), 151, '150')],
      { ...HALF_FILLED, quantity: 200n },
    ],
    [
      'a fill under the new ClOrdID before the replacement',
      [`${put(half, 11, OF_CHANGE)}|41=$`, put(put(done(200), 14, '50'), 151, '150')],
      { ...HALF_FILLED, quantity: 200n },
    ],
    [
      'a replacement that includes a missing fill',
      [put(put(done(200), 14, '50'), 151, '150')],
      { ...larger, items: ['FILLS_DIFFER'] },
    ],
    [
      'fills under both ClOrdIDs',
      [
        done(200),
        put(half, 151, '150'),
        put(put(put(put(rest, 11, OF_CHANGE), 151, '100'), 39, '1'), 38, '200'),
      ],
      { status: 'EXECUTING', filled: 100n, quantity: 200n },
    ],
    [
      'a replacement refused, then done',
      [refusal, done(200)],
      { ...OPEN, ignored: ['CANCEL_REJECT'], quantity: 200n, items: ['QUANTITY_DIFFERS'] },
    ],
    [
      'a replacement done, then refused',
      [done(200), refusal],
      { ...larger, ignored: ['CANCEL_REJECT'] },
    ],
    [
      'a replacement answered by an end',
      say({ type: '4', status: '4', leaves: 0, exec: 'e' }),
      CANCELLED,
    ],
    [
      'a replacement answered by a rejection',
      [say({ type: '8', status: '8', leaves: 0, id: OF_CHANGE, exec: 'e', more: '41=$' })],
      { status: 'REJECTED' },
    ],
  ];
}

function unrequested({ say, fill, half, accepted }: Reports): Plain[] {
  const at = (type: string, status: string, more = '') => {
    const base = say({ type, status, exec: type });
    return more === '' ? base : `${base}|${more}`;
  };
  const replacement = put(at('5', '0', '38=200'), 151, '200');
  return [
    ['an unsolicited pending cancel', [accepted, at('6', '6')], OPEN],
    ['an unsolicited pending replacement', [accepted, at('E', 'E')], OPEN],
    ['a cancellation by the exchange', [accepted, put(at('4', '4'), 151, '0')], CANCELLED],
    [
      'an unsolicited replacement',
      [accepted, replacement],
      { ...OPEN, quantity: 200n, items: ['QUANTITY_DIFFERS'] },
    ],
    [
      'a replacement under a ClOrdID of the exchange',
      [accepted, `${put(replacement, 11, 'THEIRS')}|41=$`],
      { ...OPEN, quantity: 200n, items: ['QUANTITY_DIFFERS'] },
    ],
    ['an order that is stopped, and its fill', [at('7', '7'), fill], FILLED],
    ['an order that is suspended, and its fill', [at('9', '9'), fill], FILLED],
    [
      'an order that is calculated after its fill',
      [fill, put(put(at('B', 'B'), 14, '100'), 151, '0')],
      FILLED,
    ],
    [
      'an order that is calculated with units left',
      [half, put(put(at('B', 'B'), 14, '50'), 151, '50')],
      HALF_FILLED,
    ],
    ['an order that is accepted for bidding', at('D', 'D'), OPEN],
    ['a status that does not exist', put(at('0', '0'), 39, 'Z'), { status: 'BOOKED' }],
    ['an event that does not exist', [accepted, put(at('0', '0'), 150, 'Z')], OPEN],
  ];
}

function restated({ say, half, accepted }: Reports): Plain[] {
  const to = (pairs: string, leaves = 100, cum = 0) =>
    say({ type: 'D', status: cum > 0 ? '1' : '0', exec: 'd', leaves, cum, more: pairs });
  const by = (quantity: bigint): Outcome => ({ ...OPEN, quantity });
  return [
    ['a restatement to more units', [accepted, to('38=200|378=0', 200)], by(200n)],
    ['a restatement to fewer units', [accepted, to('38=50|378=5', 50)], by(50n)],
    ['a restatement to another limit', [accepted, to('44=24.00|378=3')], OPEN],
    ['a restatement to units and a limit', [accepted, to('38=200|44=11.25|378=0', 200)], by(200n)],
    ['a restatement of nothing', [accepted, to('378=99')], OPEN],
    ['a restatement for a reason that does not exist', [accepted, to('378=4711')], OPEN],
    ['a restatement to no units', [accepted, to('38=0')], { ...OPEN, items: ['QUANTITY_DIFFERS'] }],
    ['a restatement to negative units', [accepted, to('38=-100')], OPEN],
    ['a restatement to no limit', [accepted, to('44=0')], OPEN],
    ['a restatement to a negative limit', [accepted, to('44=-25.00')], OPEN],
    [
      'a restatement below what is filled',
      [half, to('38=30', 0, 50)],
      { ...HALF_FILLED, quantity: 50n, items: ['QUANTITY_DIFFERS'] },
    ],
    [
      'a restatement that contradicts itself',
      [accepted, to('38=200', 70)],
      { ...by(200n), items: ['QUANTITY_DIFFERS'] },
    ],
    [
      'a restatement twice',
      [accepted, to('38=200', 200), to('38=200', 200)],
      { ...by(200n), ignored: ['DUPLICATE'] },
    ],
  ];
}

function refusals(): Plain[] {
  const of = (pairs: string) => `35=9|34=#|37=O$|${pairs}|39=0|434=1`;
  return [
    [
      'a refusal of a cancel with an unknown ClOrdID',
      of('11=NOBODYS|41=NOBODYS'),
      { elsewhere: ['UNKNOWN_ORDER'] },
    ],
    [
      'a refusal of a cancel that we did not request',
      of('11=NOBODYS|41=$'),
      { ignored: ['CANCEL_REJECT'] },
    ],
    ['a refusal that names nothing', '35=9|34=#|39=0', { elsewhere: ['UNKNOWN_ORDER'] }],
    [
      'a refusal with the fields of a fill',
      `${of('11=$|41=$')}|32=100|31=25.00|17=%`,
      {
        ignored: ['CANCEL_REJECT'],
      },
    ],
  ];
}

/**
 * Rows with reports that have an ExecType defined only by later FIX versions, such as a clearing
 * hold.
 */
function held({ say, fill, half }: Reports): Plain[] {
  const at = (type: string, units: number) =>
    say({ type, status: '1', cum: units, exec: type, fill: [units, '25.00'] });
  return [
    ['a trade in a clearing hold', [half, at('J', 50)], HALF_FILLED],
    ['a trade released to clearing', [half, at('K', 50)], HALF_FILLED],
    ['an order triggered by the system', at('L', 0), OPEN],
    [
      'a trade in a clearing hold that is not booked',
      at('J', 50),
      { ...OPEN, items: ['FILLS_DIFFER'] },
    ],
    [
      'a fill with the groups of a post-trade',
      `${fill}|1362=1|1363=F1|1364=25.00|1365=100`,
      FILLED,
    ],
  ];
}

function answerIn(say: Speech) {
  return (status: string, cum = 0, exec = 'i') => say({ type: 'I', status, cum, exec });
}

function answers({ say, half, accepted }: Reports): Plain[] {
  const answer = answerIn(say);
  return [
    ['a status answer that agrees', [accepted, answer('0')], AGREED],
    ['a status answer that is the first word', answer('0'), AGREED],
    [
      'an unsolicited status answer, ten times',
      [accepted, ...Array.from({ length: 10 }, (_, at) => answer('0', 0, `i${at}`))],
      { ...OPEN, ignored: Array.from({ length: 10 }, () => 'AGREES' as const) },
    ],
    [
      'a status answer that includes a missing fill',
      [accepted, answer('1', 50)],
      { ...OPEN, items: ['FILLS_DIFFER'] },
    ],
    [
      'a status answer that omits a booked fill',
      [half, answer('0', 0)],
      { ...HALF_FILLED, items: ['FILLS_DIFFER'] },
    ],
    [
      'a status answer about an order that is rejected',
      answer('8'),
      { items: ['NOT_AT_EXCHANGE'] },
    ],
  ];
}

function oddAnswers({ say, fill, accepted }: Reports): Plain[] {
  const answer = answerIn(say);
  return [
    [
      'a status answer that is the end',
      [accepted, put(answer('4'), 151, '0')],
      { ...CANCELLED, ignored: ['AGREES'] },
    ],
    [
      'a status answer that is filled without a fill',
      [accepted, put(answer('2'), 151, '0')],
      { ...OPEN, items: ['FILLS_DIFFER'] },
    ],
    [
      'a status answer with a fill inside',
      [accepted, `${answer('1', 50)}|32=50|31=25.00`],
      { ...OPEN, items: ['FILLS_DIFFER'] },
    ],
    [
      'a status answer with an unknown ClOrdID',
      put(answer('0'), 11, 'NOBODYS3'),
      { elsewhere: ['UNKNOWN_ORDER'] },
    ],
    ['a status answer of no order', drop(answer('8'), 11), { ignored: ['STATUS_OF_NO_ORDER'] }],
    [
      'the last of a mass report',
      [fill, `${put(answer('2', 100), 151, '0')}|584=MS|911=1|912=Y`],
      { ...FILLED, ignored: ['AGREES'] },
    ],
    [
      'a mass report of more orders than it says',
      [
        accepted,
        `${answer('0', 0, '1')}|584=MS|911=0|912=Y`,
        `${answer('0', 0, '2')}|584=MS|911=-5`,
      ],
      { ...OPEN, ignored: ['AGREES', 'AGREES'] },
    ],
    [
      'a status answer with a malformed count',
      put(answer('0'), 14, 'none'),
      { items: ['MALFORMED'] },
    ],
  ];
}
